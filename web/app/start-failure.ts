import { shellTexts } from '#web/texts/shell.ts'

/**
 * The application itself could not be loaded: says so in the place of the rings, which would turn for ever. Its styles
 * may be missing too, so the few that matter are set here.
 */
export function showStartFailure(): void {
  const screen = document.getElementById('loading') ?? document.body
  const notice = document.createElement('p')
  notice.textContent = shellTexts.startFailed
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = shellTexts.reload
  Object.assign(button.style, { font: 'inherit', padding: '0.6em 1.2em', marginTop: '1.2em' })
  button.addEventListener('click', () => location.reload())
  const message = document.createElement('main')
  Object.assign(message.style, { font: '1.0625rem/1.5 system-ui, sans-serif', textAlign: 'center', padding: '1.25rem' })
  message.append(notice, button)
  screen.removeAttribute('aria-label')
  screen.setAttribute('role', 'alert')
  screen.replaceChildren(message)
}
