import { createRoot, type Root } from 'react-dom/client'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'

/**
 * Asks for the user's password in a dialog over the page. Resolves to true when it was confirmed, to false when the
 * dialog was closed. Concurrent calls share one dialog.
 */
export function askForPassword(): Promise<boolean> {
  asked ??= ask().finally(() => {
    asked = undefined
  })
  return asked
}

let asked: Promise<boolean> | undefined

function ask(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isGiven: boolean) => {
    show(false, answer)
    resolve(isGiven)
  }
  show(true, answer)
  return promise
}

/** A separate root, like the toaster: the caller may be on a page, in a drawer or outside React. */
function show(open: boolean, onAnswer: (isGiven: boolean) => void): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<ReauthenticationDialog open={open} onAnswer={onAnswer} />)
}

let root: Root | undefined
