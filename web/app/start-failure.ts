import { shellTexts } from '#web/texts/shell.ts'

/** The application itself could not be loaded: says so in the place of the rings, which would turn for ever. */
export function showStartFailure(): void {
  const notice = document.createElement('p')
  notice.setAttribute('role', 'alert')
  notice.textContent = shellTexts.startFailed
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = shellTexts.reload
  button.addEventListener('click', () => location.reload())
  const page = document.createElement('main')
  page.append(notice, button)
  document.getElementById('loading')?.remove()
  document.body.append(page)
}
