/** Questions of customers on a line or an entry of an invoice, and their answers (decision 0074). */
import * as z from 'zod/mini'
import { defineEndpoints, page } from './endpoint.ts'
import { id, instant, paragraphs } from './fields.ts'
import { answerLengthMax, questionLengthMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { questionList, questionStates } from './lists.ts'

/** In the address of the section with the questions on an invoice. */
export const questionsAnchor = 'rueckfragen'

export const invoiceQuestion = z.object({
  id,
  invoice: z.object({ id, number: z.nullable(z.string()) }),
  customer: z.object({ id, name: z.string() }),
  /** The line, or null for an entry of an uploaded invoice. */
  lineId: z.nullable(id),
  /** The entry; null for a question on a whole line, and after its deletion. */
  entryId: z.nullable(id),
  /** The ticket of the entry, or of all entries behind the line. */
  ticket: z.nullable(z.object({ id, number: z.string(), name: z.string() })),
  /** The name of the line or entry. */
  subject: z.string(),
  text: z.string(),
  state: z.enum(questionStates),
  askedBy: z.string(),
  createdAt: instant,
  /** Empty and null until it is answered. */
  answer: z.string(),
  answeredBy: z.string(),
  answeredAt: z.nullable(instant),
  permissions: z.array(z.enum(['answer'])),
})
export type InvoiceQuestion = z.output<typeof invoiceQuestion>

export const newInvoiceQuestion = z.strictObject({
  /** At least one of them; with both, the entry is behind the line. */
  lineId: z.optional(id),
  entryId: z.optional(id),
  text: paragraphs(questionLengthMax),
})
export type NewInvoiceQuestion = z.output<typeof newInvoiceQuestion>

export const invoiceQuestionAnswer = z.strictObject({ text: paragraphs(answerLengthMax) })

export const questionQuery = listQuery(questionList)
export type QuestionQuery = z.output<typeof questionQuery>

export const invoiceQuestions = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/invoice-questions/',
    access: 'customer',
    summary: 'Questions on invoices in scope, newest first; those of a ticket are about its work.',
    query: questionQuery,
    response: page(invoiceQuestion),
  },
  ask: {
    method: 'POST',
    path: '/api/backend/invoices/{id}/questions/',
    access: 'customer',
    summary: 'Ask about a line or an entry of an issued invoice, as its customer.',
    body: newInvoiceQuestion,
    response: invoiceQuestion,
    status: 201,
  },
  answer: {
    method: 'POST',
    path: '/api/backend/invoice-questions/{id}/answer/',
    access: 'admin',
    summary: 'Answer a question, once.',
    body: invoiceQuestionAnswer,
    response: invoiceQuestion,
  },
})
