/** Impressum, Datenschutz and Barrierefreiheit. The required details come from the business profile. */
export const legalTexts = {
  print: 'Seite drucken',
  loadingFailed: 'Diese Seite konnte nicht geladen werden.',

  imprintTitle: 'Impressum',
  imprintLead: 'Angaben gemäß §\u00a05 Digitale-Dienste-Gesetz (DDG)',
  provider: 'Anbieter',
  owner: 'Inhaber',
  address: 'Anschrift',
  contact: 'Kontakt',
  phone: 'Telefon',
  email: 'E-Mail',
  contactForm: 'Kontaktformular',
  website: 'Website',
  register: 'Register',
  vatId: 'Umsatzsteuer-Identifikationsnummer gemäß §\u00a027a Umsatzsteuergesetz',
  imprintMissing: 'Die Angaben zum Anbieter sind noch nicht vollständig hinterlegt.',

  privacyTitle: 'Datenschutz',
  privacyMissing:
    'Die Datenschutzerklärung ist hier noch nicht hinterlegt. Fragen zum Umgang mit Ihren Daten beantworten wir Ihnen gern direkt.',

  accessibilityTitle: 'Barrierefreiheit',
  accessibilityMissing:
    'Eine Erklärung zur Barrierefreiheit ist hier noch nicht hinterlegt. Wenn Ihnen auf dieser Website etwas den Weg versperrt, sagen Sie es uns bitte.',
  writeMessage: 'Nachricht schreiben',
} as const
