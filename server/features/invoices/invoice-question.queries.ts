/** Questions of customers on invoices. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { QuestionQuery } from '#contract/invoice-questions.ts'
import { questionList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { reachedCustomer, type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { InvoiceQuestionTable } from '#server/database/invoice-tables.ts'
import type { ListPage } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, finds, prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'

/** With the invoice's number and the customer's name; of tickets only those that still belong to the customer. */
export type QuestionRow = Selectable<InvoiceQuestionTable> & {
  invoice_number: string | null
  own_ticket_id: string | null
  ticket_number: string | null
  ticket_name: string | null
  company: string
  first_name: string
  last_name: string
}

function selectQuestions(db: Kysely<Database>) {
  return db
    .selectFrom('invoice_question')
    .innerJoin('invoice', 'invoice.id', 'invoice_question.invoice_id')
    .innerJoin('customer', 'customer.id', 'invoice_question.customer_id')
    .leftJoin('ticket', join =>
      join
        .onRef('ticket.id', '=', 'invoice_question.ticket_id')
        .onRef('ticket.customer_id', '=', 'invoice_question.customer_id'),
    )
    .selectAll('invoice_question')
    .select([
      'invoice.number as invoice_number',
      'ticket.id as own_ticket_id',
      'ticket.number as ticket_number',
      'ticket.name as ticket_name',
      'customer.company',
      'customer.first_name',
      'customer.last_name',
    ])
}

export const questionPages = prepareList(questionList, {
  table: 'invoice_question',
  select: selectQuestions,
  scope: 'customer_id',
  isScopeSought: ({ has }) => !has('ticket'),
  orderings: { usual: { descending: [] } },
  filters: {
    state: equals('invoice_question.state'),
    ticket: finds('invoice_question_of_ticket', id => sql`invoice_question.ticket_id = ${id}`),
  },
})

/** Questions in scope, newest first. */
export function listQuestions(
  connection: Connection,
  scope: Scope,
  query: QuestionQuery,
): Promise<ListPage<QuestionRow>> {
  return questionPages.read(connection, reachedCustomer(scope, query.customer), query)
}

const selectOfInvoice = prepared<{ invoiceId: string }>()((db, param) =>
  selectQuestions(db).where('invoice_question.invoice_id', '=', param('invoiceId')).orderBy('invoice_question.id'),
)

/** The questions on an invoice that was found in scope, oldest first. */
export function listQuestionsOf(connection: Connection, invoiceId: string): Promise<QuestionRow[]> {
  return selectOfInvoice(connection, { invoiceId })
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  selectQuestions(db).where('invoice_question.id', '=', param('id')),
)

/** One question in scope; 404 `not_found`. */
export async function getQuestion(connection: Connection, scope: Scope, id: string): Promise<QuestionRow> {
  const [row] = await selectOne(connection, { id })
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) throw new AppError('not_found')
  return row
}
