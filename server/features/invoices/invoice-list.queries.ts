/** The overview of invoices. */
import { expressionBuilder, type SqlBool, sql } from 'kysely'
import type { InvoiceQuery } from '#contract/invoices.ts'
import { invoiceList } from '#contract/lists.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { reachedCustomer } from '#server/auth/scope.ts'
import type { Connection, Context } from '#server/context.ts'
import { unindexed } from '#server/database/engine.ts'
import { type ListPage, withWordsOrCustomers } from '#server/database/list-page.ts'
import { equals, type ListFilter, prepareList, type Shape } from '#server/database/prepared-list.ts'
import { type InvoiceRow, selectInvoices } from './invoice.queries.ts'

/** Invoices in scope, newest first unless ordered otherwise; drafts without a date come first. */
export function listInvoices(
  connection: Connection,
  { actor, scope }: Pick<Context, 'actor' | 'scope'>,
  query: InvoiceQuery,
  today: string,
): Promise<ListPage<InvoiceRow>> {
  const more = { drafts: isAdmin(actor) ? undefined : 'hidden', today }
  return invoicePages.read(connection, reachedCustomer(scope, query.customer), query, more)
}

/** On one day few are due: their index finds them, and no other one is used. */
const mayChoose = ({ isUsual, has }: Shape) => isUsual && !has('dueDate')

const isIssued = (shape: Shape) =>
  mayChoose(shape) ? sql<SqlBool>`invoice.state = 'issued'` : sql<SqlBool>`(invoice.state || '') = 'issued'`

const isPaid = (shape: Shape, value: 0 | 1) =>
  mayChoose(shape)
    ? sql<SqlBool>`invoice.is_paid = ${sql.lit(value)}`
    : sql<SqlBool>`+invoice.is_paid = ${sql.lit(value)}`

const both = (...conditions: ReturnType<typeof sql<SqlBool>>[]) => expressionBuilder().and(conditions)

const isDateSought = ({ isOrderedBy, has }: Shape) => isOrderedBy('issueDate') && !has('dueDate')
const issueKey = (shape: Shape) => (isDateSought(shape) ? sql.ref('invoice.issue_key') : unindexed('invoice.issue_key'))

/** The last day a date can name; the day after it means "no date" (migration 0013). */
const lastDay = sql.lit('9999-12-30')

/** The words are literals, as the partial indexes have them. */
const paid: ListFilter = {
  isLiteral: true,
  isSought: mayChoose,
  where: (word, shape) => both(isIssued(shape), isPaid(shape, word === 'paid' ? 1 : 0)),
}
const overdue: ListFilter = {
  isLiteral: true,
  isSought: () => false,
  where: (word, shape, param) => {
    const isOverdue = both(isIssued(shape), isPaid(shape, 0), sql`invoice.due_date < ${param('today')}`)
    return word === 'true' ? isOverdue : expressionBuilder().not(isOverdue)
  },
}

/** A literal: SQLite compares the value of a parameter with the partial indexes of issued invoices, at every run. */
const state: ListFilter = {
  isLiteral: true,
  isSought: mayChoose,
  where: (word, shape) =>
    sql`${mayChoose(shape) ? sql.ref('invoice.state') : unindexed('invoice.state')} = ${sql.lit(word)}`,
}

/** Each word of the search starts a word of the invoice or of its customer, or is a part of one. */
export const invoicePages = prepareList(invoiceList, {
  table: 'invoice',
  select: selectInvoices,
  scope: 'customer_id',
  search: withWordsOrCustomers,
  orderings: {
    issueDate: ['issue_key'],
    dueDate: ['due_key'],
    number: ['number_key'],
    gross: ['gross_cents'],
  },
  filters: {
    state,
    paid,
    overdue,
    questions: {
      isLiteral: true,
      finds: 'invoice_question_by_state',
      isSought: () => true,
      where: () => sql`invoice.id in (select invoice_id from invoice_question where state = 'open')`,
    },
    issueDateFrom: {
      isSought: isDateSought,
      where: (day, shape) => both(sql`${issueKey(shape)} >= ${day}`, sql`${issueKey(shape)} <= ${lastDay}`),
    },
    issueDateTo: { isSought: isDateSought, where: (day, shape) => sql`${issueKey(shape)} <= ${day}` },
    dueDate: equals('invoice.due_key', ({ isCount, isOrderedBy }) => isCount || isOrderedBy('dueDate')),
    drafts: {
      isLiteral: true,
      words: ['hidden'],
      isSought: () => false,
      where: () => sql`${unindexed('invoice.state')} <> 'draft'`,
    },
  },
  kept: {
    list: 'invoice',
    filters: ['state', 'paid'],
    by: ({ state, paid }) => {
      if (paid === undefined) return { state }
      return state === undefined || state === 'issued'
        ? { state: 'issued', is_paid: paid === 'paid' ? '1' : '0' }
        : null
    },
  },
})
