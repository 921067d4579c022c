import { plural } from '#web/lib/format/format.ts'

/** Impersonation in the admin portal: choosing a customer and reviewing the log. */
export const impersonationTexts = {
  title: 'Kundenansicht',
  lead: 'Sehen Sie das Kundenportal so, wie ein Kunde es sieht: nur lesend, höchstens eine Stunde. Der Kunde sieht in seinen Einstellungen, wer wann da war.',
  search: 'Kunde oder Benutzer',
  searchPlaceholder: 'Name, Nummer, Ort oder E-Mail',
  results: 'Gefunden',
  look: 'Ansehen',
  lookAs: (name: string) => `${name} ansehen`,
  of: (name: string) => `${name}, Benutzer`,
  nothingFound: 'Kein Kunde und kein Benutzer passt dazu.',
  searchFailed: 'Die Suche ist fehlgeschlagen.',
  more: 'Es gibt weitere Treffer. Geben Sie mehr vom Namen ein.',

  views: 'Letzte Ansichten',
  columns: {
    customer: 'Kunde',
    viewer: 'Wer',
    startedAt: 'Wann',
    length: 'Wie lange',
    reason: 'Grund',
    endedAt: 'Ende',
  },
  minutes: 'Minuten',
  lasting: (minutes: number) => (minutes < 1 ? 'unter 1\u00a0Minute' : plural(minutes, 'Minute', 'Minuten')),
  running: 'läuft noch',
  empty: 'Bisher hat niemand das Portal als Kunde angesehen.',
  failed: 'Fehler beim Abrufen der Ansichten',
} as const
