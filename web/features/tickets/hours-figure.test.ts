import { expect, test } from 'vitest'
import { hoursFigure } from './hours-figure.ts'

test('the hours of a month link to the tickets with work in that month', () => {
  const link = (filter: object) =>
    ({ to: '/admin-portal/tickets-overview', search: { ...filter, customer: 'c' } }) as const
  expect(hoursFigure(7.5, '2026-11-30', link)).toEqual({
    label: 'Stunden (November)',
    value: '7,50',
    link: { to: '/admin-portal/tickets-overview', search: { workedIn: '2026-11', customer: 'c' } },
  })
})
