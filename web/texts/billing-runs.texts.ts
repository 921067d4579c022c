import { ofMail } from '#web/lib/api/mail-sending.ts'
import { formatCount, formatHours } from '#web/lib/format/format.ts'

/** Billing runs: a month becomes one draft per customer. */
export const billingRunTexts = {
  title: 'Abrechnungslauf',
  lead: 'Ein Entwurf je Kunde mit der fertigen Arbeit eines Monats. Was vollständig ist, stellen Sie zusammen aus.',
  month: 'Monat',
  loadFailed: 'Fehler beim Abrufen des Abrechnungslaufs',
  waiting: 'Wartet auf eine Rechnung',
  waitingSum: (customers: number, total: string) =>
    `${formatCount(customers)}\u00a0${customers === 1 ? 'Kunde' : 'Kunden'}, zusammen ${total}\u00a0netto.`,
  work: (entries: number, hours: number) =>
    `${formatCount(entries)}\u00a0${entries === 1 ? 'Eintrag' : 'Einträge'}, ${formatHours(hours)}\u00a0Std.`,
  nothingWaiting: 'In diesem Monat wartet keine fertige Arbeit auf eine Rechnung.',
  vatCase: 'Umsatzsteuer aller Positionen',
  noVatCase: 'In jedem Entwurf wählen',
  start: 'Entwürfe anlegen',
  checkAgain: 'Erneut prüfen',
  drafts: 'Entwürfe und Rechnungen',
  noDrafts: 'Für diesen Monat gibt es noch keine Entwürfe.',
  draft: 'Entwurf ohne Nummer',
  states: {
    issued: 'Ausgestellt',
    cancelled: 'Storniert',
    ready: 'Fertig',
    incomplete: 'Unvollständig',
    unchecked: 'Wird geprüft',
    failed: 'Nicht ausgestellt',
  },
  drafting: 'Entwürfe werden angelegt',
  issuing: 'Rechnungen werden ausgestellt',
  progress: (done: number, total: number) => `${formatCount(done)} von ${formatCount(total)}`,
  stop: 'Anhalten',
  issue: (count: number) => `Alle fertigen ausstellen (${formatCount(count)})`,
  question: (count: number) =>
    count === 1 ? 'Eine Rechnung ausstellen?' : `${formatCount(count)}\u00a0Rechnungen ausstellen?`,
  get explanation() {
    return `Jede erhält ihre Nummer und wird dem Kunden ${ofMail(
      'gemeldet.',
      'gezeigt. Die E-Mails dazu werden nur vorgemerkt: Zurzeit verschickt das Portal keine E-Mails.',
    )} Das ist endgültig; einzelne Rechnungen können Sie danach nur stornieren.`
  },
  confirm: 'Endgültig ausstellen',
} as const
