/** An admin's calls on invoices, for tests of their life cycle. */
import { expect } from 'vitest'
import { buildCustomer, buildEntry, buildTicket } from './build-tickets.ts'
import type { LoggedInClient, TestApp } from './test-app.ts'

export const collection = '/api/backend/invoices/'
export const url = (id: string) => `${collection}${id}/`

const pdf = Buffer.from('%PDF-1.7\n% Rechnung')
export const amounts = { net: 100, tax: [{ rate: 19, base: 100, amount: 19 }], gross: 119 }
export const dates = { issueDate: '2026-03-02', dueDate: '2026-03-16' }

export type InvoiceDesk = ReturnType<typeof openInvoiceDesk>

export function openInvoiceDesk(portal: TestApp, admin: LoggedInClient) {
  let numbers = 0
  const nextNumber = () => {
    numbers += 1
    return `R-${numbers}`
  }
  const create = async (body: object) => {
    const answer = await admin.post(collection, body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const publish = (id: string) => admin.post(`${url(id)}publication/`)
  const uploadPdf = async (content = pdf) => {
    const answer = await admin.upload('/api/backend/files/', 'Scan 1.pdf', content)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().id as string
  }
  const complete = async (customerId: string, more: object = {}) => ({
    customerId,
    number: nextNumber(),
    ...dates,
    ...amounts,
    pdfFileId: await uploadPdf(),
    ...more,
  })
  /** A customer with a ticket on which two hours of 90 € are done. */
  const buildWork = async () => {
    const customer = await buildCustomer(portal.runtime, { email: 'kunde@example.org' })
    const ticket = await buildTicket(portal.runtime, { customer_id: customer.id })
    const entries = [
      await buildEntry(portal.runtime, { ticket_id: ticket.id, progress: 'finished' }),
      await buildEntry(portal.runtime, { ticket_id: ticket.id, progress: 'finished' }),
    ]
    return { customer, ticket, entries, entryIds: entries.map(entry => entry.id) }
  }
  return { nextNumber, create, publish, uploadPdf, complete, buildWork }
}

export function errorsOf(answer: { json(): { errors: { field: string; code: string }[] } }): string[] {
  return answer.json().errors.map(({ field, code }) => `${field} ${code}`)
}
