/** The main customer's questions on invoices: one waits for its answer, one has it. */
import type { Insertable } from 'kysely'
import { hourMs, instantText, plusMs } from '#server/clock.ts'
import type { InvoiceTable } from '#server/database/business-tables.ts'
import { newId } from '#server/database/ids.ts'
import type { InvoiceQuestionTable } from '#server/database/invoice-tables.ts'
import { mainCustomer } from './demo-customers.ts'
import { demoProfile } from './demo-profile.ts'
import { createRandom } from './demo-random.ts'
import type { DemoTicket } from './invoice-rows.ts'

const seed = 74
const openText = 'Was genau haben Sie hier gemacht? Ich hatte mit weniger Zeit gerechnet.'
const answeredText = 'Ist die Anfahrt hier schon enthalten?'
const answer = 'Ja, die Anfahrt ist enthalten. Sie wird Ihnen nicht noch einmal berechnet.'

/** About the first entry of the latest unpaid invoice, and of the latest paid one. */
export function questionRows(
  invoices: readonly Insertable<InvoiceTable>[],
  tickets: readonly DemoTicket[],
  customerId: string,
): InvoiceQuestionTable[] {
  const random = createRandom(seed)
  const own = invoices
    .filter(({ customer_id, state }) => customer_id === customerId && state === 'issued')
    .toSorted((one, other) => ((one.issue_date ?? '') < (other.issue_date ?? '') ? 1 : -1))
  const entries = tickets.flatMap(ticket => ticket.entries)
  return [0, 1].flatMap(isPaid => {
    const invoice = own.find(({ is_paid }) => is_paid === isPaid)
    const entry = entries.find(({ invoice_id }) => invoice_id === invoice?.id)
    if (invoice === undefined || entry === undefined) return []
    const asked = plusMs(new Date(invoice.created_at), hourMs)
    const isAnswered = isPaid === 1
    return {
      id: newId(asked, random.next),
      invoice_id: invoice.id,
      customer_id: customerId,
      line_id: null,
      entry_id: entry.id,
      ticket_id: entry.ticket_id,
      subject: entry.name,
      text: isAnswered ? answeredText : openText,
      state: isAnswered ? 'answered' : 'open',
      asked_by: `${mainCustomer.firstName} ${mainCustomer.lastName}`,
      answer: isAnswered ? answer : '',
      answered_by: isAnswered ? demoProfile.ownerName : '',
      answered_at: isAnswered ? instantText(plusMs(asked, hourMs)) : null,
      created_at: instantText(asked),
    }
  })
}
