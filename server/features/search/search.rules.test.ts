import { describe, expect, it } from 'vitest'
import type { SearchRow } from './search.queries.ts'
import { bestOf, shownPerKind, titleOf } from './search.rules.ts'

const row = (id: string, parts: Partial<SearchRow> = {}): SearchRow => ({
  kind: 'ticket',
  id,
  number: null,
  title: 'Wartung',
  state: 'upcoming',
  due_date: null,
  customer_id: 'c1',
  company: '',
  first_name: 'Änne',
  last_name: 'Muster',
  is_exact: 0,
  is_own: 0,
  is_inside: 0,
  ...parts,
})
const idsOf = (rows: readonly SearchRow[], search: string) =>
  bestOf(rows, search, ['ticket']).flatMap(group => group.rows.map(({ id }) => id))

describe('search results', () => {
  it('are ordered: the number, a whole word, the beginning of the title, own words, a part of one, the newer one', () => {
    const rows = [
      row('1'),
      row('2'),
      row('3', { is_own: 1 }),
      row('4', { title: 'Heizungstausch' }),
      row('5', { title: 'Heizungstausch', is_own: 1 }),
      row('6', { is_exact: 1 }),
      row('7', { is_exact: 1, title: 'Heizungstausch', is_own: 1 }),
    ]
    const found = bestOf([row('0', { number: 'Heizung' }), ...rows], 'heizung', ['ticket'])
    expect(found).toMatchObject([{ kind: 'ticket', hasMore: true }])
    expect(found[0]?.rows.map(({ id }) => id)).toEqual(['0', '7', '6', '5', '4'])
    expect(idsOf(rows.slice(0, 4), 'heizung')).toEqual(['4', '3', '2', '1'])
    expect(idsOf(rows.slice(0, 4).toReversed(), 'heizung')).toEqual(['4', '3', '2', '1'])
    const inside = row('0', { is_inside: 1, title: 'Fußbodenheizung' })
    expect(idsOf([inside, ...rows.slice(0, 3)], 'heizung')).toEqual(['3', '0', '2', '1'])
  })

  it('match a number with and without hyphens and blanks around it, and no number by nothing', () => {
    const rows = [row('1', { number: 'T-2026-0001' }), row('2', { number: 'T-2026-00011' }), row('3')]
    for (const typed of ['T-2026-0001', 't20260001', ' T2026-0001 ']) expect(idsOf(rows, typed)[0]).toBe('1')
    expect(idsOf([row('1', { number: null }), row('2', { number: 'T-1' })], 'T-1')).toEqual(['2', '1'])
  })

  it('match a title that begins with the input, in any spelling', () => {
    const rows = [row('2', { title: 'Die Größl' }), row('1', { title: 'Größl KG' })]
    expect(idsOf(rows, ' GROESSL')).toEqual(['1', '2'])
  })

  it('are five of a kind, once each, and show when there are more', () => {
    const rows = Array.from({ length: shownPerKind }, (_, at) => row(String(at)))
    const twice = [...rows, ...rows.map(found => ({ ...found, is_own: 1 as const }))]
    expect(bestOf(twice, 'x', ['ticket'])).toMatchObject([{ hasMore: false, rows: { length: 5 } }])
    expect(bestOf([...rows, row('9')], 'x', ['ticket'])).toMatchObject([{ hasMore: true, rows: { length: 5 } }])
    expect(shownPerKind).toBe(5)
  })

  it('come by kind in the given order, empty ones omitted, the kind of an exact number first', () => {
    const rows = [
      row('1'),
      row('2', { kind: 'invoice', number: 'RE-1' }),
      row('4', { kind: 'invoice', number: 'RE-2' }),
      row('3', { kind: 'customer', is_exact: 1, is_own: 1, title: '' }),
    ]
    const kindsOf = (search: string) =>
      bestOf(rows, search, ['customer', 'ticket', 'service', 'invoice']).map(({ kind }) => kind)
    expect(kindsOf('muster')).toEqual(['customer', 'ticket', 'invoice'])
    expect(kindsOf('re1')).toEqual(['invoice', 'customer', 'ticket'])
  })

  it('are named by title, a customer by the name', () => {
    expect(titleOf(row('1'))).toBe('Wartung')
    expect(titleOf(row('1', { kind: 'customer', title: 'K-1001' }))).toBe('Änne Muster')
    const customers = [
      row('1', { kind: 'customer', title: '' }),
      row('2', { kind: 'customer', title: '', first_name: 'Bo' }),
    ]
    expect(bestOf(customers, 'änne', ['customer'])[0]?.rows.map(({ id }) => id)).toEqual(['1', '2'])
  })
})
