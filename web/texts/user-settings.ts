/** The settings page of a user. */
export const userSettingsTexts = {
  title: 'Einstellungen',
  hiddenInView: (customer: string) =>
    `In der Ansicht als ${customer} sind Ihre eigenen Einstellungen ausgeblendet. Beenden Sie die Ansicht, um Ihr Passwort und Ihre Geräte zu sehen.`,
  loggedInAs: (username: string) => `Angemeldet als ${username}`,

  password: {
    title: 'Passwort',
    lead: 'Mit dem neuen Passwort endet die Anmeldung auf allen anderen Geräten.',
    form: 'Passwort ändern',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    save: 'Passwort ändern',
    saved: 'Ihr Passwort ist geändert. Auf anderen Geräten ist die Anmeldung beendet.',
    failed: 'Einstellungen Speichern Fehlgeschlagen',
  },

  devices: {
    title: 'Angemeldete Geräte',
    lead: 'Hier sind Sie gerade angemeldet. Erkennen Sie ein Gerät nicht wieder, melden Sie es ab und ändern Sie Ihr Passwort.',
    thisDevice: 'Dieses Gerät',
    lastSeen: (moment: string) => `Zuletzt benutzt: ${moment}`,
    since: (moment: string) => `Angemeldet seit ${moment}`,
    address: (address: string) => `Adresse ${address}`,
    revoke: 'Abmelden',
    revokeLabel: (device: string) => `${device} abmelden`,
    revokeQuestion: (device: string) => `${device} abmelden?`,
    revokeExplanation: 'Dort endet die Anmeldung sofort. Wer das Gerät weiter benutzen möchte, muss sich neu anmelden.',
    revoked: 'Das Gerät ist abgemeldet.',
    loadingFailed: 'Die angemeldeten Geräte konnten nicht geladen werden.',
    onlyThis: 'Auf anderen Geräten sind Sie nicht angemeldet.',
    pagerLabel: 'Geräte',
  },
} as const
