import { describe, expect, it } from 'vitest'
import type { StoredLine } from './invoice-lines.queries.ts'
import { entrySubject, lineSubject } from './invoice-question.rules.ts'

const entry = {
  id: 'we',
  line_id: 'line',
  position: 1,
  entry_id: 'entry',
  ticket_id: 'ticket',
  ticket_number: 'T-1',
  ticket_name: 'Heizung',
  name: 'Ventil getauscht',
  description: '',
  date: '2026-02-03',
  hours_hundredths: 100,
  amount_cents: 9_000,
}
const line = (work: StoredLine['work']): StoredLine => ({
  id: 'line',
  invoice_id: 'invoice',
  position: 1,
  work_key: null,
  text: 'Arbeiten an der Heizung',
  description: '',
  quantity_milli: 1_000,
  unit: 'hour',
  unit_price_e4: 900_000,
  net_cents: 9_000,
  vat_case: 'standard',
  work,
})

describe('a question', () => {
  it('on a whole line is about a ticket when all its work is', () => {
    const own = { line_id: 'line', entry_id: null, subject: 'Arbeiten an der Heizung' }
    expect(lineSubject(line([entry, { ...entry, id: 'other' }]))).toEqual({ ...own, ticket_id: 'ticket' })
    expect(lineSubject(line([entry, { ...entry, ticket_id: 'other' }]))).toEqual({ ...own, ticket_id: null })
    expect(lineSubject(line([entry, { ...entry, ticket_id: null }]))).toEqual({ ...own, ticket_id: null })
    expect(lineSubject(line([]))).toEqual({ ...own, ticket_id: null })
  })

  it('on an entry is about its ticket', () => {
    const about = { line_id: null, entry_id: 'entry', ticket_id: 'ticket', subject: 'Ventil getauscht' }
    expect(entrySubject(null, entry)).toEqual(about)
    expect(entrySubject('line', entry)).toEqual({ ...about, line_id: 'line' })
  })
})
