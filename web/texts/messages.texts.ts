import type { MessageState } from '#contract/messages.ts'
import { ofMail } from '#web/lib/api/mail-sending.ts'

const states: Record<MessageState, string> = { new: 'Neu', answered: 'Beantwortet' }

/** Contact messages in the admin portal. */
export const messageTexts = {
  title: 'Nachrichten',
  states,
  /** The states, and the state of an answer's mail. */
  statuses: {
    ...states,
    get waiting() {
      return ofMail('Antwort wartet auf den Versand', 'Antwort vorgemerkt')
    },
    failed: 'Antwort nicht zugestellt',
  },
  unknownState: 'Unbekannt',
  state: 'Stand',
  orderings: {
    state: 'Neue zuerst',
    '-createdAt': 'Zuletzt eingegangen',
    createdAt: 'Zuerst eingegangen',
  },
  searchPlaceholder: 'Name oder Text',
  listFailed: 'Fehler beim Abrufen der Nachrichten',
  empty: 'Bisher hat niemand über das Kontaktformular geschrieben.',
  nothingFiltered: 'Keine Nachrichten passen zu dieser Auswahl.',
  pickOne: 'Wählen Sie eine Nachricht aus, um sie zu lesen und zu beantworten.',
  backToList: 'Alle Nachrichten',
  notFound: 'Diese Nachricht gibt es nicht mehr.',

  facts: 'Angaben zur Nachricht',
  email: 'E-Mail',
  phone: 'Telefon',
  received: 'Eingegangen',
  answered: 'Beantwortet',
  replyWritten: 'Antwort verfasst',
  answeredBy: (at: string, name: string) => (name === '' ? at : `${at} von ${name}`),
  text: 'Nachricht',

  customers: 'Bekannt als',
  toRequests: 'Anfragen',
  requestsOf: (name: string) => `Anfragen von ${name}`,
  createCustomer: 'Kunden anlegen',

  markAnswered: 'Als beantwortet markieren',
  markNew: 'Als neu markieren',
  markedAnswered: 'Die Nachricht gilt jetzt als beantwortet.',
  markedNew: 'Die Nachricht gilt wieder als neu.',
  changedMeanwhile:
    'Die Nachricht wurde inzwischen von jemand anderem beantwortet oder geändert. Sie sehen jetzt den neuen Stand.',
  more: 'Weitere Aktionen',
  delete: 'Löschen',
  deleteQuestion: (name: string) => `Nachricht von ${name} löschen?`,
  deleteExplanation:
    'Die Nachricht und Ihre Antworten darauf werden gelöscht. Das lässt sich nicht rückgängig machen. Bereits versendete E-Mails bleiben im Postausgang.',
  deleted: 'Die Nachricht wurde gelöscht.',

  replies: 'Antworten',
  replyFrom: (name: string, at: string) => (name === '' ? `Antwort vom ${at}` : `${name}, ${at}`),
  mail: {
    get waiting() {
      return ofMail('Wartet auf den Versand', 'Vorgemerkt')
    },
    sent: 'Gesendet',
    failed: 'Nicht gesendet',
    unknown: 'Unbekannt',
  },
  toOutbox: 'Zum Postausgang',

  form: {
    title: 'Antworten',
    again: 'Noch einmal antworten',
    text: 'Ihre Antwort',
    greeting: (name: string) => (name === '' ? 'Guten Tag,' : `Guten Tag ${name},`),
    hint: (company: string) =>
      `Darunter stehen die Angaben von ${company} und die ursprüngliche Nachricht. Das Portal fügt sie an.`,
    hintUnnamed:
      'Darunter stehen die Angaben Ihres Unternehmens und die ursprüngliche Nachricht. Das Portal fügt sie an.',
    send: 'Antwort senden',
    sent: (email: string) =>
      ofMail(`Die Antwort an ${email} ist auf dem Weg.`, `Die Antwort an ${email} ist vorgemerkt.`),
    restored: 'Ihr angefangener Text ist noch da.',
    stale:
      'Die Nachricht wurde inzwischen von jemand anderem beantwortet oder geändert. Ihr Text ist noch da. Bitte sehen Sie sich den neuen Stand an, bevor Sie ihn senden.',
  },

  csv: {
    received: 'Eingegangen',
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    text: 'Nachricht',
    state: 'Stand',
    answeredAt: 'Beantwortet',
    answeredBy: 'Beantwortet von',
  },
} as const
