import type { ExportState } from '#contract/customer-exports.ts'
import { erasureWaitDays, exportKeptDays } from '#contract/limits.ts'
import { ofMail } from '#web/lib/api/mail-sending.ts'
import { plural } from '#web/lib/format/format.ts'

/** Whom a section addresses: the customer, or the business about a customer. */
export type Speaker = 'customer' | 'admin'

const exportStates: Record<ExportState, string> = {
  waiting: 'Wartet',
  running: 'Wird zusammengestellt',
  ready: 'Bereit',
  failed: 'Fehlgeschlagen',
  expired: 'Gelöscht',
}

const obstacleTexts: Readonly<Record<string, Record<Speaker, string>>> = {
  unpaid_invoices: {
    customer: 'Es sind noch Rechnungen offen. Ihr Kundenkonto lässt sich löschen, sobald sie bezahlt sind.',
    admin: 'Es sind noch Rechnungen offen. Das Kundenkonto lässt sich löschen, sobald sie bezahlt sind.',
  },
  own_business: {
    customer: 'Zu diesem Kundenkonto gehört ein Administrator. Es lässt sich nicht löschen.',
    admin: 'Zu diesem Kundenkonto gehört ein Administrator. Das eigene Unternehmen lässt sich nicht löschen.',
  },
}

/** Data export and account deletion. */
export const privacyTexts = {
  export: {
    title: 'Datenexport',
    lead: 'Alles, was wir über Sie gespeichert haben, in einer Datei zum Mitnehmen.',
    text: {
      customer: `Die ZIP-Datei enthält Ihre Angaben, Tickets, Anfragen, Rechnungen, Dienste und Anhänge. Passwörter Ihrer Geräte und Websites sind nicht dabei; die können Sie im Portal einzeln anzeigen. Das Zusammenstellen dauert meist nur Sekunden, danach liegt die Datei ${exportKeptDays}\u00a0Tage für Sie bereit.`,
      admin: `Die ZIP-Datei enthält Angaben, Tickets, Anfragen, veröffentlichte Rechnungen, Dienste und Anhänge des Kunden, aber keine Passwörter und nichts Internes. Der Kunde sieht in seinen Einstellungen, dass Sie sie angefordert haben. Die Datei liegt ${exportKeptDays}\u00a0Tage bereit.`,
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
    readyUntil: (until: string, size: string) => `${size}, bereit bis ${until}\u00a0Uhr`,
    expired: 'Die Datei ist gelöscht. Fordern Sie bei Bedarf eine neue an.',
    failed: 'Das Zusammenstellen ist fehlgeschlagen. Bitte fordern Sie den Export erneut an.',
    download: 'ZIP-Datei herunterladen',
    downloadLabel: (moment: string) => `ZIP-Datei herunterladen, Export vom ${moment}`,
  },

  erasure: {
    title: 'Kundenkonto löschen',
    lead: 'Das Ende Ihres Kundenkontos mit allen Zugängen und Daten.',
    loadingFailed: 'Der Stand der Löschung konnte nicht geladen werden.',
    text: {
      customer: `Wenn Sie Ihr Kundenkonto löschen, geschieht das nach ${erasureWaitDays}\u00a0Tagen von selbst. Bis dahin können Sie und wir es widerrufen. Exportieren Sie vorher Ihre Daten, wenn Sie sie behalten möchten.`,
      get admin() {
        return `Wenn Sie das Kundenkonto löschen, geschieht das nach ${erasureWaitDays}\u00a0Tagen von selbst. Bis dahin können Sie und der Kunde es widerrufen; ${ofMail(
          'beide werden per E-Mail informiert.',
          'die E-Mails an beide werden nur vorgemerkt: Zurzeit verschickt das Portal keine E-Mails.',
        )}`
      },
    },
    untilThen: {
      customer:
        'Bis dahin können Sie und wir die Löschung widerrufen. Exportieren Sie vorher Ihre Daten, wenn Sie sie behalten möchten.',
      admin: 'Bis dahin können Sie und der Kunde die Löschung widerrufen.',
    },
    goes: 'Gelöscht werden alle Zugänge, Tickets, Anfragen, Dienste mit ihren Passwörtern, Dateien, Nachrichten und Einwilligungen.',
    nothingStays: 'Aufzubewahrende Rechnungen gibt es nicht.',
    stays: (count: number, until: string) =>
      `${plural(count, 'Rechnung bleibt', 'Rechnungen bleiben')} gesperrt aufbewahrt, längstens bis ${until}, weil das Gesetz es verlangt (§\u00a0147 AO, §\u00a014b UStG). Danach werden auch sie vernichtet.`,
    backups: 'In Sicherungskopien verschwinden die Daten, sobald diese ersetzt sind, spätestens nach einem Jahr.',
    openTickets: (count: number) => `${plural(count, 'Ticket ist', 'Tickets sind')} noch nicht fertig.`,
    unbilled: (count: number) =>
      `${plural(count, 'fertiger Eintrag ist', 'fertige Einträge sind')} noch nicht abgerechnet. Rechnen Sie vorher ab.`,
    obstacles: obstacleTexts,
    unknownObstacle: 'Das Kundenkonto lässt sich zurzeit nicht löschen.',
    ask: 'Kundenkonto löschen',
    question: { customer: 'Ihr Kundenkonto löschen?', admin: 'Dieses Kundenkonto löschen?' },
    explanation: (days: number) =>
      `In ${days}\u00a0Tagen werden alle Daten gelöscht, die wir nicht aufbewahren müssen. Danach lässt sich nichts wiederherstellen.`,
    form: 'Löschung bestätigen',
    confirmation: (number: string) => `Geben Sie zur Bestätigung die Kundennummer ${number} ein`,
    confirm: 'Löschung anfordern',
    asked: 'Die Löschung ist angefordert.',
    waitingTitle: (due: string) => `Dieses Kundenkonto wird am ${due}\u00a0Uhr gelöscht`,
    waiting: (asked: string, by: Speaker, speaker: Speaker) =>
      by === speaker
        ? `Sie haben die Löschung am ${asked}\u00a0Uhr angefordert.`
        : by === 'admin'
          ? `Wir haben die Löschung am ${asked}\u00a0Uhr angefordert.`
          : `Der Kunde hat die Löschung am ${asked}\u00a0Uhr angefordert.`,
    runningTitle: 'Dieses Kundenkonto wird gerade gelöscht',
    running: 'Das dauert einige Minuten und lässt sich nicht mehr widerrufen.',
    toWaiting: 'Ansehen oder widerrufen',
    withdraw: 'Löschung widerrufen',
    withdrawQuestion: 'Löschung widerrufen?',
    withdrawExplanation: 'Das Kundenkonto bleibt mit allen Daten bestehen.',
    withdrawn: 'Die Löschung ist widerrufen.',
    doneTitle: (moment: string) => `Gelöscht am ${moment}\u00a0Uhr`,
    done: 'Von diesem Kundenkonto ist nichts mehr aufzubewahren.',
    doneUntil: (until: string) =>
      `Nur die Rechnungen sind noch da, längstens bis ${until}. Danach werden sie von selbst vernichtet.`,
    retained: 'Aufbewahrte Rechnungen',
    invoice: (number: string, date: string) => `${number} vom ${date}`,
    until: (date: string) => `aufbewahrt bis ${date}`,
  },
} as const
