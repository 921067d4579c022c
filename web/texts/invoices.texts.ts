import { ofMail } from '#web/lib/api/mail-sending.ts'
import { formatCount, formatDate, formatHours, plural } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'

/** Status of an invoice in lists and pages; `none` is a ticket without an invoice. */
const standing = {
  draft: 'Entwurf',
  unpaid: 'Offen',
  overdue: 'Überfällig',
  paid: 'Bezahlt',
  cancelled: 'Storniert',
  cancellation: 'Storno',
  unknown: 'Unbekannt',
} as const

/** The part of it that a sentence uses. */
type WaitingWork = { entriesCount: number; hoursCount: number; since: string }

/** Invoices. */
export const invoiceTexts = {
  title: 'Rechnungen',
  standing,
  draftTitle: 'Rechnungsentwurf',
  named: (number: string) => `Rechnung ${number}`,
  namedCancellation: (number: string) => `Stornorechnung ${number}`,
  /** Read out before the amount in the headline. */
  headline: (named: string) => `${named} über `,
  draftHeadline: 'Rechnungsentwurf über ',
  withoutNumber: 'Ohne Nummer',

  columns: {
    number: 'Nummer',
    customer: 'Kunde',
    standing: 'Stand',
    issueDate: 'Ausgestellt',
    dueDate: 'Fällig',
    gross: 'Betrag',
  },
  kinds: { uploaded: 'Rechnung', written: 'Rechnung', cancellation: 'Stornorechnung' },
  csv: {
    kind: 'Art',
    paidDate: 'Bezahlt am',
    serviceFrom: 'Leistung von',
    serviceTo: 'Leistung bis',
    net: 'Netto in EUR',
    tax: 'Umsatzsteuer in EUR',
    gross: 'Brutto in EUR',
    paid: 'Bezahlt in EUR',
    open: 'Offen in EUR',
    openQuestions: 'Offene Rückfragen',
    notes: 'Hinweise',
  },
  newInvoice: 'Rechnung anlegen',
  all: 'Alle Rechnungen dieses Kunden',
  nothingFiltered: 'Keine Rechnungen passen zu dieser Auswahl.',
  listFailed: 'Fehler beim Abrufen der Rechnungen',
  empty: 'Es wurden keine Rechnungen gefunden.',
  emptyCustomer: 'Es wurden keine Rechnungen gefunden. Sobald wir Ihnen eine stellen, liegt sie hier für Sie bereit.',
  searchPlaceholder: 'Nummer oder Kunde',
  searchPlaceholderCustomer: 'Nummer, Hinweis',
  questionsFilter: { label: 'Rückfragen', words: { open: 'Offene Rückfragen' } },
  issuedFrom: 'Ausgestellt ab',
  issuedTo: 'Ausgestellt bis',
  dueOn: 'Fällig am',

  summary: {
    label: 'Rechnungen in Zahlen',
    unpaid: 'Offen',
    overdue: 'Überfällig',
    next: 'Als Nächstes fällig',
    drafts: 'Entwürfe',
    nothing: 'nichts',
    fromInvoices: (count: number) => `aus\u00a0${plural(count, 'Rechnung', 'Rechnungen')}`,
  },

  due: {
    inDays: (days: number) => `fällig in ${formatCount(days)}\u00a0Tagen`,
    tomorrow: 'morgen fällig',
    today: 'heute fällig',
    yesterday: 'seit gestern überfällig',
    sinceDays: (days: number) => `seit ${formatCount(days)}\u00a0Tagen überfällig`,
    on: (date: string) => `fällig am ${formatDate(date)}`,
    paidOn: (date: string) => `bezahlt am ${formatDate(date)}`,
  },

  detail: {
    facts: 'Angaben',
    customer: 'Kunde',
    number: 'Rechnungsnummer',
    cancellationNumber: 'Stornonummer',
    issueDate: 'Rechnungsdatum',
    cancellationDate: 'Datum',
    dueDate: 'Fällig am',
    paidDate: 'Bezahlt am',
    service: 'Leistungszeitraum',
    period: (from: string, to: string) => `${formatDate(from)} bis ${formatDate(to)}`,
    since: (date: string) => `ab ${formatDate(date)}`,
    until: (date: string) => `bis ${formatDate(date)}`,
    unknown: 'nicht angegeben',
    amounts: 'Betrag',
    net: 'Netto',
    tax: (rate: number) => `${formatNumber(rate)}\u00a0% Umsatzsteuer`,
    taxBase: (base: string) => `auf ${base}`,
    noTax: 'Ohne Ausweis von Umsatzsteuer',
    gross: 'Rechnungsbetrag',
    paid: 'Davon bezahlt',
    open: 'Noch offen',
    credit: 'Guthaben',
    notes: 'Hinweise',
    noNotes: 'Zu dieser Rechnung gibt es keine Hinweise.',
    preview: 'Ansehen',
    download: 'Rechnung herunterladen',
    downloadDraft: 'PDF herunterladen',
    noDownload: 'In der Ansicht als Kunde werden keine Dateien heruntergeladen.',
    tickets: 'Abgerechnete Tickets',
    noTickets: 'Diese Rechnung gehört zu keinem Ticket.',
    ticketEntries: (count: number, hours: number) =>
      `${plural(count, 'Eintrag', 'Einträge')}, ${formatHours(hours)}\u00a0Std.`,
    ticketColumn: 'Ticket',
    entriesColumn: 'Einträge',
    hoursColumn: 'Stunden',
    totalColumn: 'Betrag',
    hoursUnit: 'Std.',
    ticketsSum: 'Summe der Tickets',
  },

  payment: {
    title: 'Überweisung',
    accountHolder: 'Empfänger',
    iban: 'IBAN',
    bic: 'BIC',
    bankName: 'Bank',
    reference: 'Verwendungszweck',
    amount: 'Betrag',
  },

  pdfPassword: {
    title: 'Passwort des PDFs',
    hint: 'Mit diesem Passwort öffnen Sie das heruntergeladene PDF.',
    none: 'Hat das PDF ein Passwort, hinterlegen Sie es hier: Der Kunde kann es sich bei der Rechnung anzeigen lassen.',
    set: {
      title: 'Passwort des PDFs hinterlegen',
      hint: 'Das Passwort, mit dem sich das hochgeladene PDF öffnen lässt. Es wird verschlüsselt gespeichert, und wer es ansieht, wird vermerkt.',
      save: 'Passwort speichern',
      done: 'Das Passwort des PDFs ist gespeichert.',
    },
    remove: {
      button: 'Passwort entfernen',
      question: 'Passwort des PDFs entfernen?',
      explanation:
        'Das PDF selbst behält sein Passwort. Hier lässt es sich danach nicht mehr anzeigen und nicht wiederherstellen.',
      done: 'Das Passwort des PDFs ist entfernt.',
    },
  },

  payments: {
    title: 'Zahlungen',
    none: 'Zu dieser Rechnung ist noch keine Zahlung erfasst.',
    settled: 'vollständig bezahlt',
    open: (amount: string) => `${amount} offen`,
    credit: (amount: string) => `${amount} Guthaben`,
    kinds: { payment: 'Zahlung', refund: 'Rückzahlung', counterEntry: 'Gegenbuchung' },
    reversed: 'zurückgenommen',
    columns: { kind: 'Art', date: 'Datum', amount: 'Betrag' },
    record: {
      button: 'Zahlung erfassen',
      title: 'Zahlung erfassen',
      amount: 'Betrag',
      amountHint: 'Eine Rückzahlung hat ein Minus davor.',
      date: 'Bezahlt am',
      reason: 'Anmerkung',
      reasonHint: 'Bei einer Rückzahlung nötig. Der Kunde liest sie mit.',
      save: 'Zahlung speichern',
      done: (open: string) => `Die Zahlung ist erfasst: ${open}.`,
    },
    reverse: {
      button: 'Zurücknehmen',
      title: 'Zahlung zurücknehmen?',
      explanation: (amount: string, date: string) =>
        `${amount} vom ${date}. Die Zahlung bleibt stehen, und eine Gegenbuchung mit Ihrem Grund kommt dazu.`,
      reason: 'Grund',
      save: 'Zahlung zurücknehmen',
      done: 'Die Zahlung ist zurückgenommen.',
    },
  },

  create: {
    title: 'Rechnung anlegen',
    explanation: 'Zuerst entsteht ein Entwurf, den nur Sie sehen.',
    customer: 'Für welchen Kunden?',
    create: 'Entwurf anlegen',
    created: 'Der Entwurf wurde angelegt.',
  },

  billing: {
    button: 'Abrechnen',
    nothingChosen: 'Nichts davon ist abzurechnen.',
    waiting: 'Nicht abgerechnet',
    amount: ({ entriesCount, hoursCount, since }: WaitingWork, amount: string) =>
      `${plural(entriesCount, 'fertiger Eintrag', 'fertige Einträge')} seit dem ${formatDate(since)}, ${formatHours(hoursCount)}\u00a0Std., ${amount}.`,
    question: (customers: number) => `Für ${formatCount(customers)}\u00a0Kunden abrechnen?`,
    explanation:
      'Für jeden Kunden entsteht ein eigener Entwurf mit allen fertigen Einträgen der gewählten Tickets, die noch auf keiner Rechnung stehen. Entwürfe sehen nur Sie.',
    customers: (names: readonly string[]) => names.join(', '),
    confirm: 'Entwürfe anlegen',
    done: (drafts: number) =>
      drafts === 1
        ? 'Der Entwurf ist angelegt. Prüfen Sie ihn, laden Sie das PDF hoch und veröffentlichen Sie ihn.'
        : `${formatCount(drafts)}\u00a0Entwürfe sind angelegt.`,
  },

  form: {
    document: 'Dokument',
    pdf: 'Rechnung als PDF',
    pdfHint: 'Genau dieses Dokument erhält der Kunde. Höchstens 10\u00a0MB.',
    customer: 'Kunde',
    number: 'Rechnungsnummer',
    numberHint: 'So wie sie auf dem Dokument steht. Jede Nummer gibt es nur einmal.',
    dates: 'Daten',
    issueDate: 'Rechnungsdatum',
    dueDate: 'Fällig am',
    dueDateHint: (days: number) => `Vorschlag: ${plural(days, 'Tag', 'Tage')} nach dem Rechnungsdatum.`,
    serviceFrom: 'Leistung von',
    serviceTo: 'Leistung bis',
    amounts: 'Beträge',
    withTax: 'Umsatzsteuer ausweisen',
    smallBusiness: 'Als Kleinunternehmer weisen Sie keine Umsatzsteuer aus (§\u00a019 UStG).',
    rate: 'Steuersatz',
    rateChoice: (rate: number) => `${formatNumber(rate)}\u00a0%`,
    base: 'Netto',
    amount: 'Steuer',
    net: 'Rechnungsbetrag',
    addRate: 'Weiteren Steuersatz hinzufügen',
    removeRate: (rate: string) => `Steuersatz ${rate}\u00a0% entfernen`,
    sums: 'Summen',
    netSum: 'Netto',
    taxSum: 'Umsatzsteuer',
    grossSum: 'Brutto',
    notes: 'Hinweise',
    notesHint: 'Der Kunde liest sie bei der Rechnung. Sie lassen sich auch später ändern.',
    save: 'Entwurf speichern',
    saved: 'Der Entwurf wurde gespeichert.',
    unsaved: 'Ihre Änderungen am Entwurf gehen dabei verloren.',
    entriesCount: (count: number) => plural(count, 'Eintrag', 'Einträge'),
  },

  entries: {
    title: 'Abgerechnete Einträge',
    choose: 'Einträge zuordnen',
    lead: 'Fertige Einträge dieses Kunden, die noch auf keiner Rechnung stehen. Zugeordnete Einträge lassen sich nicht mehr ändern.',
    empty: 'Für diesen Kunden sind alle fertigen Einträge abgerechnet.',
    failed: 'Fehler beim Abrufen der Einträge',
    name: (entry: string, ticket: string) => `${entry} (${ticket})`,
    date: 'Datum',
    entry: 'Eintrag',
    work: 'Stunden\u00a0×\u00a0Satz',
    extra: (amount: string) => `+ ${amount}`,
    sumColumn: 'Betrag',
    fits: (amount: string) => `Die gewählten Einträge ergeben ${amount}, genau wie die Rechnung.`,
    differs: (entries: string, net: string) =>
      `Die gewählten Einträge ergeben ${entries}, die Rechnung lautet auf ${net}.`,
    take: 'Betrag aus den Einträgen übernehmen',
    none: 'Es ist kein Eintrag zugeordnet. Auf den Tickets des Kunden erscheint diese Rechnung dann nicht.',
    page: 'Einträge',
  },

  publish: {
    button: 'Veröffentlichen',
    question: (number: string) => `Rechnung ${number} veröffentlichen?`,
    explanation: (customer: string, gross: string) =>
      ofMail(
        `${customer} sieht danach die Rechnung über ${gross} im Kundenportal und wird per E-Mail benachrichtigt, sofern Benachrichtigungen eingeschaltet sind.`,
        `${customer} sieht danach die Rechnung über ${gross} im Kundenportal. Eine E-Mail wird nur vorgemerkt, sofern Benachrichtigungen eingeschaltet sind: Zurzeit verschickt das Portal keine E-Mails.`,
      ),
    entries: (count: number) =>
      count === 1
        ? '1\u00a0Eintrag gilt dann als abgerechnet.'
        : `${formatCount(count)}\u00a0Einträge gelten dann als abgerechnet.`,
    differs: (entries: string, net: string) =>
      `Achtung: Die zugeordneten Einträge ergeben ${entries}, die Rechnung lautet auf ${net}.`,
    final:
      'Das ist endgültig: Eine veröffentlichte Rechnung lässt sich weder ändern noch löschen. Nur die Hinweise und die Bezahlung lassen sich danach noch ändern.',
    confirm: 'Endgültig veröffentlichen',
    done: (number: string) => `Rechnung ${number} ist veröffentlicht.`,
    missing: 'Der Entwurf ist gespeichert. Zum Veröffentlichen fehlt noch:',
  },

  pay: {
    button: 'Als bezahlt vermerken',
    title: 'Zahlungseingang vermerken',
    explanation: (number: string, gross: string) => `Rechnung ${number} über ${gross}`,
    date: 'Bezahlt am',
    save: 'Als bezahlt vermerken',
    done: (number: string) => `Rechnung ${number} ist bezahlt.`,
    reopen: 'Als offen vermerken',
    reopened: (number: string) => `Rechnung ${number} ist wieder offen.`,
    undo: 'Rückgängig machen',
  },

  notes: {
    edit: 'Hinweise bearbeiten',
    add: 'Hinweis hinzufügen',
    hint: 'Der Kunde liest sie bei der Rechnung.',
    save: 'Hinweise speichern',
    saved: 'Die Hinweise wurden gespeichert.',
  },

  remove: {
    button: 'Entwurf löschen',
    question: 'Rechnungsentwurf löschen?',
    explanation: (entries: number) =>
      entries === 0
        ? 'Der Entwurf und sein PDF lassen sich nicht wiederherstellen.'
        : `Der Entwurf und sein PDF lassen sich nicht wiederherstellen. ${entries === 1 ? 'Sein Eintrag kann' : `Seine ${formatCount(entries)}\u00a0Einträge können`} danach wieder abgerechnet werden.`,
    done: 'Der Rechnungsentwurf wurde gelöscht.',
  },

  more: 'Weitere Aktionen',
} as const
