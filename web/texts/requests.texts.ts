import type { RequestPriority, RequestState } from '#contract/requests.ts'
import { ofMail } from '#web/lib/api/mail-sending.ts'

const priorities: Record<RequestPriority | 'unknown', string> = {
  low: 'Niedrig',
  medium: 'Mittel',
  high: 'Hoch',
  unknown: 'Unbekannt',
}

const states: Record<RequestState | 'unknown', string> = {
  open: 'Offen',
  accepted: 'Angenommen',
  declined: 'Abgelehnt',
  unknown: 'Unbekannt',
}

/** Requests. */
export const requestTexts = {
  title: 'Anfragen',
  priorities,
  states,

  columns: {
    request: 'Anfrage',
    customer: 'Kunde',
    priority: 'Priorität',
    state: 'Stand',
    created: 'Gestellt',
    changed: 'Geändert',
  },
  csv: {
    number: 'Nummer',
    description: 'Beschreibung',
    ticket: 'Ticket',
    answered: 'Beantwortet',
    answer: 'Antwort',
    attachments: 'Anhänge',
  },
  newRequest: 'Anfrage stellen',
  newForCustomer: 'Anfrage erfassen',
  searchPlaceholder: 'Titel oder Nummer',
  nothingFiltered: 'Keine Anfragen passen zu dieser Auswahl.',
  listFailed: 'Fehler beim Abrufen der Anfragen',
  empty: 'Es wurden keine Anfragen gefunden.',
  emptyCustomer: 'Es wurden keine Anfragen gefunden. Schreiben Sie uns, was Sie brauchen oder was nicht funktioniert.',

  summary: {
    label: 'Anfragen in Zahlen',
    open: 'Offen',
    openHigh: (count: number) => `davon ${count} mit hoher Priorität`,
    accepted: 'Angenommen',
    declined: 'Abgelehnt',
  },

  detail: {
    description: 'Beschreibung',
    noDescription: 'Zu dieser Anfrage gibt es keine Beschreibung.',
    attachments: 'Anhänge',
    facts: 'Angaben',
    created: 'Gestellt',
    changed: 'Geändert',
    answered: 'Beantwortet',
    about: 'Betrifft',
    open: 'Diese Anfrage liegt uns vor.',
    openNext: 'Bis wir sie beantworten, können Sie sie ändern oder löschen.',
    accepted: 'Wir haben diese Anfrage angenommen.',
    acceptedTicket: 'Daraus ist ein Ticket geworden. Dort sehen Sie, was wir tun.',
    acceptedWithoutTicket: 'Das Ticket dazu gibt es nicht mehr.',
    declined: 'Wir haben diese Anfrage abgelehnt.',
    adminAccepted: 'Diese Anfrage ist angenommen.',
    adminAcceptedTicket: 'Gearbeitet wird im Ticket.',
    adminDeclined: 'Diese Anfrage ist abgelehnt.',
    answer: 'Antwort',
    toTicket: (number: string) => `Ticket ${number} öffnen`,
  },

  form: {
    createTitle: 'Anfrage stellen',
    createForCustomerTitle: 'Anfrage erfassen',
    editTitle: 'Anfrage bearbeiten',
    about: (number: string, name: string) => `Ihre Anfrage betrifft das Ticket ${number} „${name}“.`,
    customer: 'Kunde',
    customerHint: 'Für wen Sie die Anfrage erfassen, zum Beispiel nach einem Anruf.',
    title: 'Worum geht es?',
    titleHint: 'In wenigen Worten, zum Beispiel „Zweite Wallbox auf dem Hof“.',
    description: 'Beschreibung',
    descriptionHint: 'Was wünschen Sie sich, was funktioniert nicht, seit wann?',
    priority: 'Priorität',
    attachments: 'Anhänge',
    send: 'Anfrage senden',
    save: 'Anfrage speichern',
    created: 'Anfrage erfolgreich erstellt',
    saved: 'Die Anfrage wurde gespeichert.',
  },

  accept: {
    action: 'Annehmen',
    title: 'Anfrage annehmen',
    lead: (customer: string) =>
      ofMail(
        `Daraus wird ein Ticket für ${customer}. Der Kunde bekommt eine E-Mail, wenn er Benachrichtigungen eingeschaltet hat.`,
        `Daraus wird ein Ticket für ${customer}. Eine E-Mail wird nur vorgemerkt, wenn der Kunde Benachrichtigungen eingeschaltet hat: Zurzeit verschickt das Portal keine E-Mails.`,
      ),
    takesDescription: 'Die Beschreibung wird übernommen.',
    keepsAttachments: 'Die Anhänge auch.',
    name: 'Name des Tickets',
    hourlyRate: 'Stundensatz',
    hourlyRateHint: 'Leer lassen für den Satz des Kunden.',
    progress: 'Fortschritt',
    answer: 'Nachricht an den Kunden',
    answerHint: 'Steht in der E-Mail und bei der Anfrage. Kann leer bleiben.',
    submit: 'Annehmen und Ticket anlegen',
    done: (number: string) => `Die Anfrage ist angenommen, Ticket ${number} wurde angelegt.`,
  },

  decline: {
    action: 'Ablehnen',
    title: 'Anfrage ablehnen',
    lead: (customer: string) =>
      ofMail(
        `${customer} sieht Ihre Antwort bei der Anfrage und bekommt sie als E-Mail, wenn Benachrichtigungen eingeschaltet sind.`,
        `${customer} sieht Ihre Antwort bei der Anfrage. Eine E-Mail wird nur vorgemerkt, wenn Benachrichtigungen eingeschaltet sind: Zurzeit verschickt das Portal keine E-Mails.`,
      ),
    answer: 'Antwort',
    answerHint: 'Warum geht es nicht, und was wäre stattdessen möglich?',
    submit: 'Anfrage ablehnen',
    done: 'Die Anfrage ist abgelehnt.',
  },

  actions: {
    more: 'Weitere Aktionen',
    delete: 'Anfrage löschen',
    deleteQuestion: (title: string) => `Anfrage „${title}“ löschen?`,
    deleteExplanation: (attachments: number) =>
      attachments === 0
        ? 'Die Anfrage lässt sich nicht wiederherstellen.'
        : `Mit der Anfrage ${attachments === 1 ? 'wird 1 Anhang' : `werden ${attachments} Anhänge`} gelöscht. Das lässt sich nicht rückgängig machen.`,
    deleteKeepsTicket: 'Das Ticket, das daraus geworden ist, bleibt.',
    deleted: (number: string) => `Anfrage ${number} wurde gelöscht.`,
    changedMeanwhile: 'Die Anfrage wurde inzwischen geändert. Sie sehen jetzt den neuen Stand.',
  },
} as const
