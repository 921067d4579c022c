import type { RequestPriority } from '#contract/requests.ts'
import type { MailContent } from '#server/mail/layout.ts'

const priorities: Readonly<Record<RequestPriority, string>> = { low: 'Niedrig', medium: 'Mittel', high: 'Hoch' }

/** Notifies the business of a customer's request. */
export function newRequestMail(request: {
  number: string
  title: string
  description: string
  priority: RequestPriority
  customerName: string
  /** How many are attached. */
  files: number
  /** The request's page for the business. */
  url: string
}): MailContent {
  return {
    subject: `Neue Anfrage von ${request.customerName}: ${request.title}`,
    blocks: [
      { kind: 'paragraph', text: `${request.customerName} hat eine Anfrage gestellt:` },
      {
        kind: 'facts',
        rows: [
          ['Nummer', request.number],
          ['Anfrage', request.title],
          ['Priorität', priorities[request.priority]],
          ...(request.files > 0 ? [['Anhänge', String(request.files)] as const] : []),
        ],
      },
      ...(request.description === '' ? [] : [{ kind: 'quote' as const, text: request.description }]),
      { kind: 'button', label: 'Anfrage öffnen', url: request.url },
    ],
  }
}

/** Notifies the customer of the result of the request. */
export function answeredMail(request: {
  number: string
  title: string
  state: 'accepted' | 'declined'
  answer: string
  /** The page of the resulting ticket, or of the declined request. */
  url: string
}): MailContent {
  const isAccepted = request.state === 'accepted'
  const what = `Ihre Anfrage „${request.title}“ (${request.number})`
  return {
    subject: `${isAccepted ? 'Anfrage angenommen' : 'Antwort auf Ihre Anfrage'}: ${request.number} ${request.title}`,
    blocks: [
      {
        kind: 'paragraph',
        text: isAccepted
          ? `wir haben ${what} angenommen und ein Ticket dafür angelegt. Dort sehen Sie, was wir tun.`
          : `wir haben ${what} geprüft und können sie nicht annehmen. Unsere Antwort:`,
      },
      ...(request.answer === '' ? [] : [{ kind: 'quote' as const, text: request.answer }]),
      { kind: 'button', label: isAccepted ? 'Ticket öffnen' : 'Anfrage öffnen', url: request.url },
    ],
  }
}
