import { expect, it } from 'vitest'
import { invoiceList } from '#contract/lists.ts'
import { combinedField } from './choice-fields.ts'

const words = { unpaid: 'Offen', overdue: 'Überfällig', paid: 'Bezahlt', draft: 'Entwurf', cancelled: 'Storniert' }
const field = combinedField(invoiceList, 'standing', { label: 'Stand', words })

it('a combined word sets its filters and clears the others', () => {
  expect(field.names).toEqual(['state', 'paid', 'overdue'])
  expect(field.write('overdue')).toEqual({ state: undefined, paid: undefined, overdue: 'true' })
  expect(field.write('')).toEqual({ state: undefined, paid: undefined, overdue: undefined })
  expect(field.write('toString')).toEqual(field.write(''))
})

it('filters are read as the word that sets them', () => {
  for (const word of Object.keys(words)) expect(field.read(field.write(word))).toBe(word)
  expect(field.read({ state: 'issued' })).toBe('')
  expect(field.read({ paid: 'unpaid', overdue: 'true' })).toBe('overdue')
})

it('only words with a text are offered, in the order of the contract', () => {
  const { draft: _, ...others } = words
  const { choices } = combinedField(invoiceList, 'standing', { label: 'Stand', words: others })
  expect(choices.map(({ value }) => value)).toEqual(['unpaid', 'overdue', 'paid', 'cancelled'])
})
