import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { TicketEntry } from '#contract/ticket-entries.ts'
import { EntryRemarks } from './entry-remarks.tsx'

const entry: TicketEntry = {
  id: '0193f0aa-0000-7000-8000-000000000001',
  ticketId: '0193f0aa-0000-7000-8000-000000000002',
  name: 'Zähler prüfen',
  description: '',
  type: 'wish',
  progress: 'upcoming',
  quantity: 0,
  measuredHours: 0.4,
  hourlyRate: 92,
  chargedExtra: 0,
  chargedExtraText: '',
  total: 0,
  date: '2026-11-20',
  createdBy: 'customer',
  invoiceId: null,
  spans: [],
  permissions: [],
  revision: 1,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
}

function remarks(viewer: 'customer' | 'admin', changes: Partial<TicketEntry> = {}): string {
  return renderToStaticMarkup(
    <EntryRemarks
      entry={{ ...entry, ...changes }}
      viewer={viewer}
      invoiceLink={id => <a href={`/invoice/${id}`}>Rechnung</a>}
    />,
  )
}

describe('the remarks of an entry', () => {
  test('describe a wish as the reader’s own to a customer, and as the customer’s to an admin', () => {
    expect(remarks('customer')).toContain('von Ihnen')
    expect(remarks('admin')).toContain('vom Kunden')
  })

  test('show the measured time to admins only', () => {
    expect(remarks('admin')).toContain('gemessen 0,40')
    expect(remarks('customer')).not.toContain('gemessen')
  })

  test('link an invoiced entry to its invoice', () => {
    expect(remarks('customer', { invoiceId: entry.ticketId })).toContain(`href="/invoice/${entry.ticketId}"`)
    expect(remarks('customer')).not.toContain('href')
  })

  test('show each measured span with start, end and person', () => {
    const spans = [{ startedAt: '2026-11-20T09:00:00.000Z', stoppedAt: '2026-11-20T09:24:00.000Z', userName: 'Jana' }]
    expect(remarks('admin', { spans })).toContain('20.11.2026,\u00a010:00 bis 10:24, 0:24:00, Jana')
  })

  test('collapse a long description and leave a short one open', () => {
    expect(remarks('customer', { description: 'Im Keller.' })).not.toContain('<details')
    expect(remarks('customer', { description: 'Im Keller. '.repeat(40) })).toContain('<details')
  })

  test('handle a type of a newer server', () => {
    const type = 'telepathy' as TicketEntry['type'] // An older browser may receive it.
    expect(remarks('customer', { type })).toContain('Sonstiges')
  })
})
