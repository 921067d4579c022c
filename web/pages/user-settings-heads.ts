import { privacyTexts } from '#web/texts/privacy.texts.ts'
import { secondFactorTexts } from '#web/texts/second-factor.texts.ts'
import { userSettingsTexts as texts } from '#web/texts/user-settings.texts.ts'

/** The titles of the account settings' sections, and their ids. */
export const settingsHeads = {
  mails: { id: 'e-mails', title: texts.mails.title, lead: texts.mails.lead },
  details: { id: 'angaben', title: texts.details.title, lead: texts.details.lead },
  email: { id: 'e-mail', title: texts.email.title, lead: texts.email.lead },
  password: { id: 'passwort', title: texts.password.title, lead: texts.password.lead },
  factor: { id: 'zweiter-faktor', title: secondFactorTexts.settings.title, lead: secondFactorTexts.settings.lead },
  devices: { id: 'geraete', title: texts.devices.title, lead: texts.devices.lead },
} as const

/** Sections for a customer's users only. */
export const customerSettingsHeads = {
  access: { id: 'zugriffe', title: texts.access.title, lead: texts.access.lead },
  export: { id: 'daten', title: privacyTexts.export.title, lead: privacyTexts.export.lead },
  erasure: { id: 'konto', title: privacyTexts.erasure.title, lead: privacyTexts.erasure.lead },
} as const
