import { generalValidationTexts } from '#contract/texts/general-validation.texts.ts'

/** Grows with the portals, so that the login does not load their sentences. */
const known: Record<string, string> = { ...generalValidationTexts }

/** The German sentence of a validation key. Sentences from the server are returned unchanged. */
export function validationText(keyOrSentence: string): string {
  return Object.hasOwn(known, keyOrSentence) ? (known[keyOrSentence] ?? '') : keyOrSentence
}

/** Adds the sentences of forms that are loaded later. */
export function addValidationTexts(texts: Readonly<Record<string, string>>): void {
  Object.assign(known, texts)
}
