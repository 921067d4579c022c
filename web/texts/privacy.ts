import type { ExportState } from '#contract/customer-exports.ts'
import { exportKeptDays } from '#contract/limits.ts'

/** What the words of a section are said to: the customer itself, or the business about a customer. */
export type Speaker = 'customer' | 'admin'

const exportStates: Record<ExportState, string> = {
  waiting: 'Wartet',
  running: 'Wird zusammengestellt',
  ready: 'Bereit',
  failed: 'Fehlgeschlagen',
  expired: 'Gelöscht',
}

/** Taking one's data along, and going. */
export const privacyTexts = {
  export: {
    title: 'Datenexport',
    lead: 'Alles, was wir über Sie gespeichert haben, in einer Datei zum Mitnehmen.',
    text: {
      customer: `Die ZIP-Datei enthält Ihre Angaben, Tickets, Anfragen, Rechnungen, Dienste und Anhänge. Passwörter Ihrer Geräte und Websites sind nicht dabei; die zeigen Sie im Portal einzeln an. Das Zusammenstellen dauert meist nur Sekunden, danach liegt die Datei ${exportKeptDays} Tage für Sie bereit.`,
      admin: `Die ZIP-Datei enthält Angaben, Tickets, Anfragen, veröffentlichte Rechnungen, Dienste und Anhänge des Kunden, aber keine Passwörter und nichts Internes. Der Kunde sieht in seinen Einstellungen, dass Sie sie angefordert haben. Sie liegt ${exportKeptDays} Tage bereit.`,
    },
    ask: { customer: 'Meine Daten exportieren', admin: 'Daten exportieren' },
    asked: 'Die Daten werden zusammengestellt.',
    listLabel: 'Datenexporte',
    none: { customer: 'Sie haben noch keinen Export angefordert.', admin: 'Es wurde noch kein Export angefordert.' },
    loadingFailed: 'Die Exporte konnten nicht geladen werden.',
    states: exportStates,
    unknownState: 'Unbekannt',
    name: (moment: string) => `Export vom ${moment}`,
    byAdmin: 'von uns angefordert',
    byCustomer: 'vom Kunden angefordert',
    progress: (done: number, count: number) => (count === 0 ? 'Beginnt gleich' : `Schritt ${done} von ${count}`),
    progressLabel: 'Fortschritt des Exports',
    readyUntil: (until: string, size: string) => `${size}, bereit bis ${until} Uhr`,
    expired: 'Die Datei ist gelöscht. Fordern Sie bei Bedarf eine neue an.',
    failed: 'Das Zusammenstellen ist fehlgeschlagen. Bitte fordern Sie den Export erneut an.',
    download: 'ZIP-Datei herunterladen',
    downloadLabel: (moment: string) => `ZIP-Datei herunterladen, Export vom ${moment}`,
  },
} as const
