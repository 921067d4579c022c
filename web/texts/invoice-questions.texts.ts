import { ofMail } from '#web/lib/api/mail-sending.ts'
import { formatDateTime } from '#web/lib/format/format.ts'

/** Questions of customers on invoices. */
export const invoiceQuestionTexts = {
  /** In the address of the section, as in `questionsAnchor` of the mails. */
  anchor: 'rueckfragen',
  title: 'Rückfragen',
  states: { open: 'Offen', answered: 'Beantwortet' },
  invoice: (number: string) => `Rechnung ${number}`,
  about: (subject: string) => `Zu „${subject}“`,
  asked: (by: string, at: string) => `${by}, ${formatDateTime(at)}`,
  get waitingForBusiness() {
    return ofMail('Wir antworten Ihnen hier und per E-Mail.', 'Wir antworten Ihnen hier.')
  },
  ask: {
    button: 'Rückfrage stellen',
    buttonFor: (subject: string) => `Rückfrage stellen zu „${subject}“`,
    title: 'Rückfrage stellen',
    explanation: (subject: string) =>
      `Zu „${subject}“. ${ofMail(
        'Die Antwort erhalten Sie hier und per E-Mail.',
        'Die Antwort erhalten Sie hier. Die E-Mail dazu wird nur vorgemerkt: Zurzeit verschickt das Portal keine E-Mails.',
      )}`,
    text: 'Ihre Frage',
    send: 'Rückfrage senden',
    done: 'Ihre Rückfrage ist gesendet.',
  },
  answer: {
    button: 'Antworten',
    text: 'Ihre Antwort',
    get hint() {
      return `${ofMail(
        'Der Kunde erhält sie per E-Mail und sieht sie bei der Rechnung.',
        'Der Kunde sieht sie bei der Rechnung. Die E-Mail dazu wird nur vorgemerkt: Zurzeit verschickt das Portal keine E-Mails.',
      )} Sie lässt sich danach nicht mehr ändern.`
    },
    send: 'Antwort senden',
    get done() {
      return ofMail('Die Antwort ist gesendet.', 'Die Antwort ist gespeichert, die E-Mail dazu vorgemerkt.')
    },
  },
} as const
