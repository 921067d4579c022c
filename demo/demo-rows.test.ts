import { describe, expect, it } from 'vitest'
import { demoRows } from './demo-rows.ts'

const now = new Date('2026-11-20T12:00:00.000Z')

describe('the demo’s rows', () => {
  const rows = demoRows(now)
  const entries = rows.tickets.flatMap(ticket => ticket.entries)

  it('are the same at any time of the day of loading, and end with the day before', () => {
    expect(demoRows(new Date('2026-11-20T22:59:00.000Z'))).toEqual(rows)
    expect(demoRows(new Date('2026-11-20T23:01:00.000Z'))).not.toEqual(rows)
    const latest =
      [...rows.tickets, ...entries]
        .map(row => row.created_at)
        .sort()
        .at(-1) ?? ''
    expect(latest < '2026-11-20').toBe(true)
    expect(latest > '2026-11-13').toBe(true)
  })

  it('contain every badge and every type of entry', () => {
    const seen = <T>(values: T[]) => [...new Set(values)].sort()
    expect(seen(rows.tickets.map(ticket => ticket.progress))).toEqual(['finished', 'inProgress', 'upcoming'])
    expect(seen(rows.tickets.map(ticket => ticket.invoice_state))).toEqual(['none', 'paid', 'unpaid'])
    expect(seen(entries.map(entry => entry.progress))).toEqual(['finished', 'inProgress', 'upcoming'])
    expect(seen(entries.map(entry => entry.type))).toHaveLength(7)
    expect(seen(entries.map(entry => entry.created_by))).toEqual(['admin', 'customer'])
    const main = rows.tickets.filter(ticket => ticket.customer_id === rows.mainCustomerId)
    expect(seen(main.map(ticket => ticket.progress))).toHaveLength(3)
    expect(seen(main.map(ticket => ticket.invoice_state))).toHaveLength(3)
  })

  it('contain invoices of every state: paid, due, overdue, and drafts, one of them complete', () => {
    for (const day of ['2026-11-20', '2026-01-01', '2026-03-03', '2028-02-29']) {
      const { invoices, pdfs, mainCustomerId } = demoRows(new Date(`${day}T10:00:00.000Z`))
      const issued = invoices.filter(row => row.state === 'issued')
      const unpaid = issued.filter(row => row.is_paid === 0)
      expect(issued.length).toBeGreaterThan(60)
      expect(issued.filter(row => row.is_paid === 1 && (row.paid_on ?? '') < day).length).toBeGreaterThan(50)
      expect(unpaid.some(row => (row.due_date ?? '') < day)).toBe(true)
      expect(unpaid.some(row => (row.due_date ?? '') >= day)).toBe(true)
      expect(unpaid.some(row => row.customer_id === mainCustomerId)).toBe(true)
      expect(issued.every(row => row.pdf_file_id && row.net_cents > 0)).toBe(true)
      const drafts = invoices.filter(row => row.state === 'draft')
      expect(drafts.map(row => row.number === null)).toContain(true)
      expect(pdfs).toHaveLength(invoices.filter(row => row.number).length)
    }
  })

  it('always contain an overdue invoice of the main customer', () => {
    const days = Array.from({ length: 73 }, (_, at) => new Date(Date.UTC(2026, 10, 20 + at * 5, 10)))
    const lacking = days.filter(now => {
      const { invoices, mainCustomerId } = demoRows(now)
      const today = now.toISOString().slice(0, 10)
      const isOverdue = (row: (typeof invoices)[number]) => row.is_paid === 0 && (row.due_date ?? today) < today
      return !invoices.some(row => row.customer_id === mainCustomerId && row.state === 'issued' && isOverdue(row))
    })
    expect(lacking).toEqual([])
  })

  it('contain PDF documents that match their invoices', () => {
    const invoice = rows.invoices.find(row => row.state === 'issued' && row.customer_id === rows.mainCustomerId)
    const pdf = rows.pdfs.find(({ row }) => row.id === invoice?.pdf_file_id)
    const text = Buffer.from(pdf?.content ?? []).toString('latin1')
    expect(text).toMatch(/^%PDF-1\.4\n/)
    expect(text).toContain(`(Rechnung ${invoice?.number})`)
    expect(text).toContain('Größl')
    const [, start = 0] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? []
    expect(text.slice(Number(start), Number(start) + 4)).toBe('xref')
  })

  it('contain budgets that are free, nearly used and used up', () => {
    const shares = rows.tickets.flatMap(({ budget_cents, total_cents }) =>
      budget_cents ? [(total_cents ?? 0) / budget_cents] : [],
    )
    expect(shares.some(share => share < 0.8)).toBe(true)
    expect(shares.some(share => share >= 0.8 && share < 1)).toBe(true)
    expect(shares.some(share => share >= 1)).toBe(true)
  })

  it('are plausible at any time of year', () => {
    for (const day of ['2026-01-01', '2026-03-01', '2027-02-28', '2028-02-29', '2026-10-25', '2026-06-03']) {
      const { tickets, spans, requests, mainCustomerId } = demoRows(new Date(`${day}T10:00:00.000Z`))
      expect(tickets.flatMap(ticket => ticket.entries)).toHaveLength(900)
      const main = tickets.filter(ticket => ticket.customer_id === mainCustomerId)
      expect(new Set(main.map(ticket => ticket.invoice_state)).size).toBe(3)
      expect(new Set(main.map(ticket => ticket.progress)).size).toBe(3)
      for (const ticket of tickets) {
        expect(ticket.entries.every(entry => entry.created_at >= ticket.created_at && entry.date < day)).toBe(true)
      }
      const own = requests.filter(request => request.customer_id === mainCustomerId)
      expect(new Set(own.map(request => request.state)).size).toBe(3)
      expect(new Set(requests.map(request => request.number)).size).toBe(25)
      expect(requests.every(request => (request.answered_at ?? request.created_at) < day)).toBe(true)
      expect(spans.length).toBeGreaterThan(100)
    }
  })
})
