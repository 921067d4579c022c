import { shellTexts } from '#web/texts/shell.texts.ts'

/** How long the rings turn before a message appears; the page still shows if it loads later. */
const patienceMs = 15_000

/** Shows that the server does not respond unless the application starts in time. Call the returned function then. */
export function limitPatience(): () => void {
  const timer = setTimeout(() => showInsteadOfRings(shellTexts.startHangs), patienceMs)
  return () => clearTimeout(timer)
}

/** Shows that the application could not be loaded. */
export function showStartFailure(): void {
  showInsteadOfRings(shellTexts.startFailed)
}

/** Replaces the rings, which would turn forever. The style sheet may be missing too, so the few essential styles are set here. */
function showInsteadOfRings(sentence: string): void {
  const screen = document.getElementById('loading') ?? document.body
  const notice = document.createElement('p')
  notice.textContent = sentence
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = shellTexts.reload
  const frame = { border: '1px solid', borderRadius: '0.5em', cursor: 'pointer' }
  Object.assign(button.style, { font: 'inherit', padding: '0.6em 1.2em', marginTop: '1.2em', ...frame })
  button.addEventListener('click', () => location.reload())
  const message = document.createElement('main')
  Object.assign(message.style, { font: '1.0625rem/1.5 system-ui, sans-serif', textAlign: 'center', padding: '1.25rem' })
  message.append(notice, button)
  screen.removeAttribute('aria-label')
  screen.setAttribute('role', 'alert')
  screen.replaceChildren(message)
}
