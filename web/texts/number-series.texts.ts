/** The number series of invoices that the portal writes. */
export const numberSeriesTexts = {
  /** In the address of the section. */
  anchor: 'rechnungsnummern',
  title: 'Rechnungsnummern',
  lead: 'Rechnungen, die das Portal schreibt, erhalten beim Ausstellen lückenlos die nächste Nummer. Solche Nummern lassen sich danach nicht mehr von Hand eintragen.',
  failed: 'Fehler beim Abrufen der Rechnungsnummern',
  kinds: { invoice: 'Rechnungen', cancellation: 'Stornorechnungen' },
  proposed: 'Noch nicht festgelegt. Unser Vorschlag steht schon da.',
  form: 'Aufbau',
  formHint: '{Jahr} wird zum Jahr, {Nummer:5} zur laufenden Nummer mit mindestens fünf Stellen.',
  start: 'Nächste laufende Nummer',
  next: (number: string) => `Die nächste Nummer ist ${number}.`,
  unclear: 'Die nächste Nummer erscheint hier, sobald Aufbau und Zahl stimmen.',
  save: (kind: string) => `Nummern der ${kind} festlegen`,
  saved: (number: string) => `Gespeichert. Die nächste Nummer ist ${number}.`,
} as const
