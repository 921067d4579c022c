import type { MailContent } from '#server/mail/layout.ts'

type QuestionFacts = {
  invoice_number: string | null
  /** The name of the line or entry. */
  subject: string
  text: string
  url: string
}

/** Notifies the business of a question on an invoice. */
export function questionMail(question: QuestionFacts, customerName: string): MailContent {
  const { invoice_number, subject, text, url } = question
  return {
    subject: `Rückfrage zur Rechnung ${invoice_number}: ${subject}`,
    blocks: [
      { kind: 'paragraph', text: `${customerName} hat eine Rückfrage zur Rechnung ${invoice_number}.` },
      { kind: 'facts', rows: [['Position', subject]] },
      { kind: 'quote', text },
      { kind: 'button', label: 'Rechnung öffnen', url },
    ],
  }
}

/** The subject of several questions on one invoice. */
export function questionsSubject(number: string | null): string {
  return `Rückfragen zur Rechnung ${number}`
}

/** Notifies the customer of an answer. */
export function questionAnswerMail({ invoice_number, subject, text, url }: QuestionFacts, answer: string): MailContent {
  return {
    subject: `Antwort auf Ihre Rückfrage zur Rechnung ${invoice_number}`,
    blocks: [
      { kind: 'paragraph', text: `wir haben Ihre Rückfrage zur Rechnung ${invoice_number} beantwortet.` },
      {
        kind: 'facts',
        rows: [
          ['Position', subject],
          ['Ihre Rückfrage', text],
        ],
      },
      { kind: 'quote', text: answer },
      { kind: 'button', label: 'Rechnung ansehen', url },
    ],
  }
}
