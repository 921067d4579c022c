import { formatCount, formatHours } from '#web/lib/format/format.ts'

/** Billing work with a choice of days, form and grouping. */
export const billWorkTexts = {
  options: 'Abrechnen mit Auswahl',
  title: 'Was wird abgerechnet?',
  explanation: (customers: readonly string[]) =>
    customers.length === 1
      ? `Ein Entwurf für ${customers.join(', ')} mit fertigen Einträgen, die noch auf keiner Rechnung stehen.`
      : `Je ein Entwurf für ${customers.join(', ')} mit fertigen Einträgen, die noch auf keiner Rechnung stehen.`,
  form: 'Rechnung',
  forms: {
    written: { label: 'Das Portal schreibt sie', note: 'PDF und E-Rechnung entstehen aus den Positionen.' },
    uploaded: { label: 'Ich lade ein PDF hoch', note: 'Nummer und Beträge tragen Sie selbst ein.' },
  },
  grouping: 'Positionen',
  from: 'Einträge ab',
  to: 'Einträge bis',
  daysHint: 'Leer: alle Tage.',
  chosen: (entries: number, hours: number, amount: string) =>
    entries === 0
      ? 'Noch ist kein Eintrag gewählt.'
      : `Gewählt: ${entries === 1 ? 'ein\u00a0Eintrag' : `${formatCount(entries)}\u00a0Einträge`}, ${formatHours(hours)}\u00a0Std., ${amount}.`,
  nothingChosen: 'An diesen Tagen gibt es nichts abzurechnen.',
  single: 'Einzelne Einträge wählen',
  entries: 'Einträge',
  allEntries: 'Alle in dieser Liste',
  entryOf: (date: string, ticket: string) => `${date} · ${ticket}`,
  noEntryChosen: 'Bitte wählen Sie mindestens einen Eintrag.',
  create: (drafts: number) => (drafts === 1 ? 'Entwurf anlegen' : 'Entwürfe anlegen'),
  done: (drafts: number) =>
    drafts === 1
      ? 'Der Entwurf ist angelegt. Prüfen Sie ihn, und stellen Sie ihn aus.'
      : `${formatCount(drafts)}\u00a0Entwürfe sind angelegt.`,
} as const
