import { expect, it } from 'vitest'
import { isOverdue } from './invoice-overdue.ts'

it.each([
  { name: 'the day before', today: '2026-03-14', overdue: false },
  { name: 'on the day itself', today: '2026-03-15', overdue: false },
  { name: 'the day after', today: '2026-03-16', overdue: true },
])('an invoice is overdue after its due date: $name', ({ today, overdue }) => {
  const due = { dueDate: '2026-03-15', state: 'issued', isPaid: false }
  expect(isOverdue(due, today)).toBe(overdue)
  expect(isOverdue({ ...due, isPaid: true }, today)).toBe(false)
  expect(isOverdue({ ...due, state: 'draft' }, today)).toBe(false)
  expect(isOverdue({ ...due, state: 'cancelled' }, today)).toBe(false)
  expect(isOverdue({ ...due, dueDate: null }, today)).toBe(false)
})
