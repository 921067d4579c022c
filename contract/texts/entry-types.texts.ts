import type { EntryType } from '#contract/ticket-entries.ts'

/** The types of work, on screens and on invoices. */
export const entryTypeWords: Readonly<Record<EntryType, string>> = {
  consulting: 'Beratung',
  installation: 'Installation',
  configuration: 'Konfiguration',
  development: 'Entwicklung',
  maintenance: 'Wartung',
  travel: 'Anfahrt',
  wish: 'Wunsch',
}
