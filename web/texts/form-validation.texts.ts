import { validationTexts } from '#contract/texts/validation.texts.ts'
import type { ValidationCode } from '#contract/validation.ts'

/** The German sentence of a validation key. Sentences from the server are returned unchanged. */
export function validationText(keyOrSentence: string): string {
  return isValidationCode(keyOrSentence) ? validationTexts[keyOrSentence] : keyOrSentence
}

function isValidationCode(text: string): text is ValidationCode {
  return Object.hasOwn(validationTexts, text)
}
