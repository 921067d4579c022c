import { createRoot, type Root } from 'react-dom/client'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'

/**
 * Asks for the own password over whatever is open, which stays as it is. True when it was given, false when the question
 * was closed. Several calls at once share one question.
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

/** Beside the application, as the toaster: whatever asks may stand on a page, in a drawer or nowhere. */
function show(open: boolean, onAnswer: (isGiven: boolean) => void): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<ReauthenticationDialog open={open} onAnswer={onAnswer} />)
}

let root: Root | undefined
