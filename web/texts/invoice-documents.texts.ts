import { ofMail } from '#web/lib/api/mail-sending.ts'
import { formatDate, plural } from '#web/lib/format/format.ts'

/** Documents and cancellation of an issued invoice, and its lines. */
export const invoiceDocumentTexts = {
  menu: 'Weitere Dokumente und Aktionen',
  lockedPdf: 'PDF mit Passwort herunterladen',
  xrechnung: 'XRechnung (XML) herunterladen',
  passwordHint: 'Damit öffnen Sie die Kopie „PDF mit Passwort“. Das Original braucht keines.',
  renew: {
    button: 'Neues PDF-Passwort erzeugen',
    question: 'Neues PDF-Passwort erzeugen?',
    explanation:
      'Bereits heruntergeladene Kopien behalten ihr bisheriges Passwort. Neue öffnen sich nur mit dem neuen.',
    done: 'Das PDF-Passwort ist erneuert.',
  },
  cancel: {
    button: 'Stornieren',
    title: (number: string) => `Rechnung ${number} stornieren`,
    get explanation() {
      return `Es entsteht eine Stornorechnung mit eigener Nummer, ${ofMail(
        'die der Kunde sieht und per E-Mail erhält.',
        'die der Kunde sieht. Die E-Mail dazu wird nur vorgemerkt: Zurzeit verschickt das Portal keine E-Mails.',
      )} Die Einträge lassen sich danach neu abrechnen. Das ist endgültig.`
    },
    paid: (amount: string) => `Bezahlt sind ${amount}. Der Betrag steht danach als Guthaben da.`,
    reason: 'Grund',
    reasonHint: 'Steht auf der Stornorechnung.',
    zeroRateCase: 'Warum enthält die Rechnung keine Umsatzsteuer?',
    submit: 'Endgültig stornieren',
    done: (number: string) => `Rechnung ${number} ist storniert.`,
  },
  cancelReason: (reason: string) => `Grund: ${reason}`,
  cancelledBy: {
    title: 'Diese Rechnung ist storniert.',
    link: (number: string, date: string | null) =>
      date === null ? `Stornorechnung ${number}` : `Stornorechnung ${number} vom ${formatDate(date)}`,
  },
  cancels: {
    title: 'Dies ist eine Stornorechnung.',
    link: (number: string, date: string | null) =>
      date === null ? `Zur Rechnung ${number}` : `Zur Rechnung ${number} vom ${formatDate(date)}`,
  },
  lines: {
    title: 'Positionen',
    entries: (count: number) => plural(count, 'Eintrag', 'Einträge'),
    entriesOf: (count: number, line: string) => `${plural(count, 'Eintrag', 'Einträge')} hinter „${line}“`,
    hours: (hours: string) => `${hours}\u00a0Std.`,
  },
  giroCode: {
    title: 'GiroCode',
    label: 'GiroCode für die Überweisung',
    hint: 'Mit der Banking-App scannen: Empfänger, Betrag und Verwendungszweck sind dann ausgefüllt.',
  },
} as const
