/** Contact messages of the demo business, new and answered, with the mails of the answers in every state. Invented. */
import type { Insertable } from 'kysely'
import { dayMs, hourMs, instantText } from '#server/clock.ts'
import type { MessageReplyTable, MessageTable } from '#server/database/business-tables.ts'
import { newId } from '#server/database/ids.ts'
import type { OutboxMailTable } from '#server/database/platform-tables.ts'
import { replyMail } from '#server/features/messages/message.mails.ts'
import { replyMailKind } from '#server/features/messages/message.queries.ts'
import { renderMail } from '#server/mail/layout.ts'
import { demoProfile } from './demo-profile.ts'
import type { Random } from './demo-random.ts'

type Answer = { text: string; hoursLater: number; mail: OutboxMailTable['state']; lastError?: string }

type DemoMessage = {
  name: string
  email: string
  phone: string
  text: string
  hoursAgo: number
  answers?: readonly Answer[]
  /** Marked as answered, without a mail. */
  isMarked?: true
}

export type MessageRows = {
  messages: Insertable<MessageTable>[]
  replies: MessageReplyTable[]
  mails: OutboxMailTable[]
}

const author = 'Johanna Brandt'

/** `today` is midnight in ms. */
export function messageRows(random: Random, today: number): MessageRows {
  const rows: MessageRows = { messages: [], replies: [], mails: [] }
  for (const { hoursAgo, answers = [], isMarked, ...message } of demoMessages) {
    const at = today - hoursAgo * hourMs
    const answeredAt = isMarked ? at + dayMs : answers[0] && at + answers[0].hoursLater * hourMs
    rows.messages.push({
      ...start(random, at),
      ...message,
      state: answeredAt === undefined ? 'new' : 'answered',
      answered_at: answeredAt === undefined ? null : instantText(new Date(answeredAt)),
      answered_by: answeredAt === undefined ? '' : author,
    })
    const messageId = rows.messages.at(-1)?.id ?? ''
    for (const answer of answers) {
      const { updated_at: _, ...own } = start(random, at + answer.hoursLater * hourMs)
      rows.replies.push({ ...own, message_id: messageId, text: answer.text, author_name: author })
      // Not on the day of loading: adding a mail server must not send mails to invented people at once.
      rows.mails.push(mailOf(random, { ...message, at: new Date(at) }, answer, own, today + 2 * dayMs))
    }
  }
  return rows
}

function mailOf(
  random: Random,
  message: Pick<DemoMessage, 'email' | 'text'> & { at: Date },
  { text, mail: state, lastError = '' }: Answer,
  reply: { id: string; created_at: string },
  nextTryAt: number,
): OutboxMailTable {
  const at = Date.parse(reply.created_at)
  return {
    ...start(random, at),
    kind: replyMailKind,
    key: reply.id,
    customer_id: null,
    recipient: message.email,
    reply_to: demoProfile.email,
    ...renderMail(demoProfile, replyMail({ text: message.text, sentAt: message.at }, text)),
    unsubscribe_url: '',
    batch: '',
    token_hash: null,
    state,
    attempts: lastError === '' ? 1 : 4,
    next_attempt_at: state === 'waiting' ? instantText(new Date(nextTryAt)) : reply.created_at,
    lease_until: null,
    sent_at: state === 'sent' ? instantText(new Date(at + 4_000)) : null,
    last_error: lastError,
  }
}

function start(random: Random, atMs: number) {
  const at = new Date(atMs)
  return { id: newId(at, random.next), created_at: instantText(at), updated_at: instantText(at) }
}

const demoMessages: readonly DemoMessage[] = [
  {
    name: 'Familie Häußler',
    email: 'haeussler@post.example',
    phone: '+49 171 3920099',
    text: 'Guten Tag,\n\nwir bauen demnächst um und überlegen, eine Wärmepumpe mit der vorhandenen PV-Anlage (8,2 kWp) zu verbinden. Können Sie sich das vor Ort ansehen?\n\nViele Grüße\nFamilie Häußler',
    hoursAgo: 7,
  },
  {
    name: '',
    email: 'verwaltung@wohnhof-lindenallee.example',
    phone: '',
    text: 'Sehr geehrte Damen und Herren, für unsere Wohnanlage mit 14 Stellplätzen suchen wir jemanden, der die Ladepunkte abrechnungsfähig einrichtet. Übernehmen Sie so etwas, und mit welchem Vorlauf dürfen wir rechnen?',
    hoursAgo: 29,
  },
  {
    name: 'Meryem Yilmaz-Großkurth',
    email: 'm.yilmaz@praxis-am-markt.example',
    phone: '0171 3920014',
    text: 'Hallo, unsere Praxissoftware verliert seit dem letzten Update die Verbindung zum Kartenleser. Der Hersteller schiebt es auf das Netzwerk. Bitte rufen Sie möglichst vormittags zurück, ab 11 Uhr ist Sprechstunde.',
    hoursAgo: 54,
  },
  {
    name: 'Jonas Weidner',
    email: 'jonas.weidner@post.example',
    phone: '',
    text: 'Guten Tag, lässt sich eine ältere Wallbox ohne Netzwerkanschluss noch in die Überschusssteuerung einbinden, oder brauche ich eine neue?',
    hoursAgo: 80,
    answers: [
      {
        text: 'Guten Tag Jonas Weidner,\n\ndas kommt auf das Modell an. Hat die Wallbox einen Eingang für eine externe Freigabe, lässt sie sich über ein Relais steuern, dann allerdings nur an und aus. Nennen Sie uns bitte Hersteller und Typ.\n\nViele Grüße\nJohanna Brandt',
        hoursLater: 17,
        mail: 'waiting',
        lastError: '451 4.7.1 Bitte versuchen Sie es später erneut (Greylisting)',
      },
    ],
  },
  {
    name: 'Tobias Krämer',
    email: 'buero@weissenborn-statik.example',
    phone: '',
    text: 'Hallo, unser WLAN im Büro fällt mehrmals am Tag aus. Zwei Etagen, etwa zwölf Arbeitsplätze. Was brauchen Sie an Angaben für eine erste Einschätzung?',
    hoursAgo: 226,
    answers: [
      {
        text: 'Guten Tag Tobias Krämer,\n\nein Grundriss beider Etagen und die Bezeichnung Ihrer Zugangspunkte genügen für den Anfang. Wenn Sie mögen, messen wir vor Ort nach.\n\nViele Grüße\nJohanna Brandt',
        hoursLater: 20,
        mail: 'sent',
      },
      {
        text: 'Guten Tag Tobias Krämer,\n\nvielen Dank für die Pläne. Am Dienstag um 9 Uhr können wir vorbeikommen. Passt das?\n\nViele Grüße\nJohanna Brandt',
        hoursLater: 68,
        mail: 'sent',
      },
    ],
  },
  {
    name: 'Renate Ostermann-Böhm',
    email: 'renate.ostermann@alte-muehle.example',
    phone: '+49 (0) 69 90009-120',
    text: 'Guten Tag, unsere Buchungsseite zeigt auf dem Telefon nur einen Teil des Kalenders. Können Sie sich das einmal ansehen und sagen, was eine Überarbeitung ungefähr kosten würde?',
    hoursAgo: 416,
    isMarked: true,
  },
  {
    name: 'Sven Petersen',
    email: 'sven.petersen@nordkueste.invalid',
    phone: '',
    text: 'Moin, ich möchte die Messwerte meiner Batterie in einer eigenen Übersicht sehen. Gibt es dafür eine Schnittstelle?',
    hoursAgo: 708,
    answers: [
      {
        text: 'Guten Tag Sven Petersen,\n\nja, die meisten Wechselrichter geben ihre Werte über Modbus TCP heraus. Um welches Gerät geht es?\n\nViele Grüße\nJohanna Brandt',
        hoursLater: 3,
        mail: 'failed',
        lastError: '550 5.1.2 Host oder Domain nicht gefunden',
      },
    ],
  },
]
