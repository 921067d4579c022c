import { expect, test } from 'vitest'
import { addressLines } from './address-lines.ts'

test('an address in Germany has no country', () => {
  expect(addressLines({ street: 'Lindenweg 7', zip: '04103', city: 'Leipzig', country: 'DE' })).toEqual([
    'Lindenweg 7',
    '04103 Leipzig',
  ])
})

test('an address abroad names the country in German', () => {
  expect(addressLines({ street: '', zip: '1010', city: 'Wien', country: 'AT' })).toEqual(['1010 Wien', 'Österreich'])
})

test('a country alone is no address', () => {
  expect(addressLines({ street: '', zip: '', city: '', country: 'AT' })).toEqual([])
})
