import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { latestMonths } from '#web/lib/format/latest-months.ts'
import { MonthFilter } from './month-filter.tsx'

const monthsIn = (value?: string) => {
  const html = renderToStaticMarkup(<MonthFilter label="Arbeit im Monat" value={value} onChange={() => {}} />)
  const options = [...html.matchAll(/<option value="([^"]*)"( selected="")?>([^<]*)/g)]
  return options.map(([, month, isSelected, label]) => ({ month, isSelected: isSelected !== undefined, label }))
}

test('the last twelve months can be chosen, newest first, or none', () => {
  expect(monthsIn().map(({ month }) => month)).toEqual(['', ...latestMonths(12)])
  expect(monthsIn().find(({ isSelected }) => isSelected)).toMatchObject({ month: '', label: 'Alle' })
})

test('an older month of a link is shown, and can be removed', () => {
  const months = monthsIn('2019-03')
  expect(months).toHaveLength(14)
  expect(months.at(-1)).toEqual({ month: '2019-03', isSelected: true, label: 'März 2019' })
  expect(months[0]?.month).toBe('')
  expect(monthsIn(latestMonths(3)[2])).toHaveLength(13)
})
