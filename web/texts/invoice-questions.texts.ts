import { formatDateTime, plural } from '#web/lib/format/format.ts'

/** Questions of customers on invoices. */
export const invoiceQuestionTexts = {
  /** In the address of the section. */
  anchor: 'rueckfragen',
  title: 'Rückfragen',
  filter: 'Rückfragen',
  open: 'Offene Rückfrage',
  states: { open: 'Offen', answered: 'Beantwortet' },
  about: (subject: string) => `Zu „${subject}“`,
  asked: (by: string, at: string) => `${by}, ${formatDateTime(at)}`,
  waitingForBusiness: 'Wir antworten Ihnen hier und per E-Mail.',
  ask: {
    button: 'Rückfrage stellen',
    buttonFor: (subject: string) => `Rückfrage zu „${subject}“ stellen`,
    title: 'Rückfrage stellen',
    explanation: (subject: string) => `Zu „${subject}“. Die Antwort erhalten Sie hier und per E-Mail.`,
    text: 'Ihre Frage',
    send: 'Rückfrage senden',
    done: 'Ihre Rückfrage ist gesendet.',
  },
  answer: {
    button: 'Antworten',
    text: 'Ihre Antwort',
    hint: 'Der Kunde erhält sie per E-Mail und sieht sie bei der Rechnung. Sie lässt sich danach nicht mehr ändern.',
    send: 'Antwort senden',
    done: 'Die Antwort ist gesendet.',
    none: 'Wartet auf Ihre Antwort.',
  },
  home: {
    row: (number: string, customer: string, when: string) => `Rückfrage zur Rechnung ${number}, ${customer}, ${when}`,
    more: (count: number) => plural(count, 'weitere Rückfrage', 'weitere Rückfragen'),
    moreNote: 'Alle Rechnungen mit offenen Rückfragen',
  },
} as const
