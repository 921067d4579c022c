import { expect, test } from 'vitest'
import { differencesBetween } from './conflict-dialog.tsx'

const fields = [
  { label: 'Name', show: (values: { name: string; rate: number }) => values.name },
  { label: 'Satz', show: (values: { name: string; rate: number }) => `${values.rate} €` },
]

test('compares only fields that differ as displayed', () => {
  expect(differencesBetween({ name: 'Alt', rate: 90 }, { name: 'Neu', rate: 90 }, fields)).toEqual([
    { label: 'Name', stored: 'Alt', typed: 'Neu' },
  ])
})

test('two versions displayed alike have no difference', () => {
  expect(differencesBetween({ name: 'Alt', rate: 90 }, { name: 'Alt', rate: 90 }, fields)).toEqual([])
})
