/** An admin who writes invoices with the portal, for tests. */
import { expect } from 'vitest'
import type { InvoiceContentInput, InvoiceLineInput } from '#contract/invoice-lines.ts'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import type { VatCase } from '#contract/vat-cases.ts'
import { buildCustomer, buildEntry, buildTicket } from './build-tickets.ts'
import { url } from './invoice-desk.ts'
import type { LoggedInClient, TestApp } from './test-app.ts'

export type Writer = Awaited<ReturnType<typeof openWriter>>
// biome-ignore lint/suspicious/noExplicitAny: answers of tests.
type Draft = any

const business = {
  companyName: 'Lumen Technik Größl e. K.',
  ownerName: 'Jürgen Größl',
  address: { street: 'Lindenstraße 5', zip: '89073', city: 'Ulm', country: 'DE' },
  phone: '+49 731 1234567',
  email: 'rechnung@lumen-technik.example',
  vatId: 'DE123456788',
  taxNumber: '88/123/45678',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: 'BYLADEM1001',
  bankName: 'Deutsche Kreditbank Berlin',
  paymentDays: 14,
} as const

/** The business has a complete profile. */
export async function openWriter(portal: TestApp, admin: LoggedInClient) {
  const profile = (await admin.get('/api/backend/admin/business-profile/')).json()
  const known = await admin.patch('/api/backend/business-profile/', business, seen(profile.revision))
  expect(known.statusCode, known.body).toBe(200)

  /** A private customer with a ticket: an hour on 3 February, and one on the 17th with an extra charge of 12,50 €. */
  const work = async (overrides: Parameters<typeof buildCustomer>[1] = {}) => {
    const customer = await buildCustomer(portal.runtime, {
      email: 'kunde@example.org',
      street: 'Marktplatz 1',
      zip: '89073',
      city: 'Ulm',
      ...overrides,
    })
    const ticket = await buildTicket(portal.runtime, { customer_id: customer.id })
    const own = { ticket_id: ticket.id, progress: 'finished' } as const
    const entries = [
      await buildEntry(portal.runtime, { ...own, date: '2026-02-03' }),
      await buildEntry(portal.runtime, { ...own, date: '2026-02-17', extra_cents: 1_250 }),
    ]
    return { customer, ticket, entries }
  }

  const drafts = async (body: object): Promise<Draft[]> => {
    const answer = await admin.post('/api/backend/invoice-drafts/', { form: 'written', ...body })
    expect(answer.statusCode, answer.body).toBe(201)
    const made = answer.json().results as { id: string }[]
    return Promise.all(made.map(async ({ id }) => (await admin.get(url(id))).json()))
  }

  const draftOfWork = async (overrides: Parameters<typeof buildCustomer>[1] = {}) => {
    const made = await work(overrides)
    const [draft] = await drafts({ entryIds: made.entries.map(({ id }) => id) })
    return { ...made, draft }
  }

  const save = async (draft: Draft, content: object): Promise<Draft> => {
    const answer = await admin.put(`${url(draft.id)}content/`, content, seen(draft.revision))
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }

  /** The lines of a draft with a VAT case. */
  const taxed = (draft: InvoiceWithEntries, vatCase: VatCase): InvoiceLineInput[] =>
    contentOf(draft).lines.map(line => ({ ...line, vatCase }))

  /** A complete draft, ready to be issued. */
  const complete = async (overrides: Parameters<typeof buildCustomer>[1] = {}, vatCase: VatCase = 'standard') => {
    const made = await draftOfWork(overrides)
    const draft = await save(made.draft, { ...contentOf(made.draft), lines: taxed(made.draft, vatCase) })
    return { ...made, draft }
  }

  return { work, drafts, draftOfWork, save, taxed, complete }
}

/** The revision that a change is based on. */
export function seen(revision: number) {
  return { headers: { 'if-match': `"${revision}"` } }
}

/** The content of a draft as it would be sent unchanged. */
export function contentOf(draft: InvoiceWithEntries): InvoiceContentInput {
  const { written } = draft
  if (written === null) throw new Error('The portal does not write this invoice.')
  return {
    issueDate: draft.issueDate,
    dueDate: draft.dueDate,
    serviceFrom: draft.serviceFrom,
    serviceTo: draft.serviceTo,
    notes: draft.notes,
    grouping: written.grouping,
    entryIds: draft.entries.map(({ id }) => id),
    lines: written.lines.map(({ isWork, entries, net, ...line }) => line),
    closingText: written.closingText,
    hasWorkRecord: written.hasWorkRecord,
    photovoltaics: written.photovoltaics,
  }
}
