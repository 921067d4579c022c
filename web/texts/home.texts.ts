/** The homepage's own texts. Everything about the business comes from its profile. */
export const homeTexts = {
  heading: 'Willkommen',
  contact: 'Kontakt aufnehmen',
  toPortal: 'Zum Kundenportal',
  facts: 'Auf einen Blick',
  services: 'Leistungen',
  devices: 'Geräte',
  powerMaster: 'PowerMaster',
  toPowerMaster: 'Mehr zu PowerMaster',
  steps: 'So arbeiten wir mit Ihnen',
  writeMessage: 'Nachricht schreiben',
  loadingFailed: 'Die Angaben zum Unternehmen konnten nicht geladen werden.',
} as const
