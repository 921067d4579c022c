import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ListFilters } from './list-filters.tsx'
import type { FilterField, ListFilter } from './list-view.ts'

type Filter = ListFilter & { state?: string; paid?: string; from?: string; to?: string; customer?: string }

const fields: readonly FilterField<Filter>[] = [
  { name: 'state', label: 'Stand', choices: [{ value: 'open', label: 'Offen' }] },
  {
    names: ['paid'],
    label: 'Zahlung',
    choices: [{ value: 'overdue', label: 'Überfällig' }],
    read: ({ paid }) => (paid === 'late' ? 'overdue' : ''),
    write: word => ({ paid: word === 'overdue' ? 'late' : '' }),
  },
  { day: 'from', label: 'Von', to: 'to' },
  { name: 'customer', render: value => <output>{`Kunde: ${value ?? 'alle'}`}</output> },
]

function htmlOf(filter: Filter, shown: readonly FilterField<Filter>[] = fields, searchPlaceholder = 'Nummer'): string {
  const nothing = () => {}
  return renderToStaticMarkup(
    <ListFilters
      fields={shown}
      filter={filter}
      searchPlaceholder={searchPlaceholder || undefined}
      onChange={nothing}
      onReset={nothing}
    />,
  )
}

test('a list without filters has no filter bar', () => {
  expect(htmlOf({}, [], '')).toBe('')
  expect(htmlOf({}, [])).toContain('<search')
  expect(htmlOf({}, fields, '')).toContain('<search')
})

test('each kind of field shows the value of its filter', () => {
  const html = htmlOf({
    search: 'Wallbox',
    state: 'open',
    paid: 'late',
    from: '2026-01-02',
    to: '2026-02-03',
    customer: 'K-1',
  })
  expect(html).toContain('value="Wallbox"')
  expect(html).toMatch(/<option value="open" selected="">Offen/)
  expect(html).toMatch(/<option value="overdue" selected="">Überfällig/)
  expect(html).toMatch(/max="2026-02-03"[^>]*value="2026-01-02"|value="2026-01-02"[^>]*max="2026-02-03"/)
  expect(html).toContain('Kunde: K-1')
})

test('the button of a phone counts each field with a value, and not the search', () => {
  expect(htmlOf({ search: 'Wallbox' })).not.toMatch(/Filter \(\d/)
  expect(htmlOf({ state: 'open', paid: 'late', from: '2026-01-02', to: '2026-02-03', customer: 'K-1' })).toContain(
    'Filter (4)',
  )
})
