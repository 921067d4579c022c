import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { profilePart, type ValuesOf } from './profile-part.ts'

export type LegalInput = ValuesOf<typeof legalPart>

const texts = businessProfileTexts.legal

/** Legally required texts. */
export const legalPart = profilePart(
  'legal',
  ['imprintText', 'privacyText', 'accessibilityText'],
  [
    { label: texts.imprintText, show: values => values.imprintText },
    { label: texts.privacyText, show: values => values.privacyText },
    { label: texts.accessibilityText, show: values => values.accessibilityText },
  ],
)
