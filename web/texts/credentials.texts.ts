/** Credentials of devices and websites, with their passwords. */
export const credentialTexts = {
  title: 'Zugänge',
  failed: 'Fehler beim Abrufen der Zugänge',
  empty: 'Keine Zugänge hinterlegt.',
  label: 'Bezeichnung',
  username: 'Benutzername',
  usernameOf: (label: string) => `Benutzername von „${label}“`,
  add: 'Zugang hinzufügen',
  addTitle: 'Zugang hinzufügen',
  editTitle: 'Zugang bearbeiten',
  save: 'Zugang speichern',
  labelHint: 'Wofür der Zugang ist, zum Beispiel Verwaltung oder Gastzugang.',
  isShared: 'Für den Kunden sichtbar',
  isSharedHint: 'Ohne Haken sehen nur Sie und Ihr Team diesen Zugang.',
  shared: 'Für den Kunden',
  staffOnly: 'Nur intern',
  added: (label: string) => `Der Zugang „${label}“ wurde hinzugefügt.`,
  saved: (label: string) => `Der Zugang „${label}“ wurde gespeichert.`,
  deleteQuestion: (label: string) => `Zugang „${label}“ löschen?`,
  deleteExplanation: 'Bezeichnung, Benutzername und Passwort gehen verloren. Das lässt sich nicht rückgängig machen.',
  delete: 'Zugang löschen',
  deleted: (label: string) => `Der Zugang „${label}“ wurde gelöscht.`,

  first: {
    isWanted: 'Zugang gleich hinterlegen',
    hint: 'Benutzername und Passwort, mit denen man sich dort anmeldet.',
  },

  setPassword: {
    title: ({ label, hasPassword }: { label: string; hasPassword: boolean }) =>
      hasPassword ? `Passwort von „${label}“ ersetzen` : `Passwort für „${label}“ hinterlegen`,
    password: 'Passwort',
    hint: 'Es wird verschlüsselt gespeichert. Wer es ansieht, wird vermerkt.',
    make: 'Sicheres Passwort erzeugen',
    made: 'Kopieren Sie das Passwort und tragen Sie es auch dort ein, wo es gelten soll.',
    save: 'Passwort speichern',
    saved: (label: string) => `Das Passwort von „${label}“ ist gespeichert.`,
  },

  removePassword: {
    action: 'Passwort entfernen',
    question: (label: string) => `Passwort von „${label}“ entfernen?`,
    explanation: 'Der Zugang bleibt ohne Passwort bestehen. Das Passwort lässt sich nicht wiederherstellen.',
    done: (label: string) => `Das Passwort von „${label}“ ist entfernt.`,
  },

  reveals: {
    open: 'Wer hat es angesehen?',
    openOf: (label: string) => `Wer hat es angesehen? Passwort von „${label}“`,
    title: (label: string) => `Wer hat das Passwort von „${label}“ angesehen?`,
    lead: 'Hier steht jedes Anzeigen und Kopieren, das neueste zuerst.',
    object: (label: string, service: string) => `Passwort „${label}“ von „${service}“`,
    failed: 'Die Zugriffe konnten nicht geladen werden.',
    empty: 'Noch niemand',
    pagerLabel: 'Zugriffe',
    forCustomer: { own: 'von Ihrer Seite', business: 'von uns' },
    forStaff: { own: 'Kunde', business: 'Unternehmen' },
    csv: {
      name: (label: string, service: string) => `Zugriffe auf ${label} (${service})`,
      who: 'Wer',
      side: 'Seite',
      at: 'Zeitpunkt',
    },
  },

  askFor: {
    open: 'Neues Passwort anfordern',
    openOf: (label: string) => `Neues Passwort anfordern für „${label}“`,
    question: (label: string) => `Neues Passwort für „${label}“ anfordern?`,
    explanation: 'Wir melden uns, sobald das Passwort geändert ist. Diese Anfrage erhalten wir von Ihnen:',
    /** Before the request's number, which is a link. */
    askedBefore: 'Das haben Sie schon angefragt, die Anfrage ist noch offen:',
    requestTitle: (label: string, service: string) => `Neues Passwort für „${label}“ (${service})`,
    requestText: (label: string, username: string, service: string, address: string) =>
      `Bitte ändern Sie das Passwort des Zugangs „${label}“${username === '' ? '' : ` (Benutzername ${username})`} bei „${service}“.\n\n${address}`,
    confirm: 'Anfrage senden',
    sent: (number: string) => `Ihre Anfrage ${number} ist bei uns.`,
    toRequest: 'Anfrage öffnen',
  },
} as const
