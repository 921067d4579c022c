/** The German sentence of every validation key. Both the browser's forms and the server's answers use it. */
import type { ValidationCode } from '#contract/validation.ts'
import { generalValidationTexts } from './general-validation.texts.ts'
import { portalValidationTexts } from './portal-validation.texts.ts'

export const validationTexts: Record<ValidationCode, string> = { ...generalValidationTexts, ...portalValidationTexts }
