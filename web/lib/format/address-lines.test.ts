import { expect, test } from 'vitest'
import { addressLines, mapHref } from './address-lines.ts'

test('an address in Germany omits the country', () => {
  expect(addressLines({ street: 'Lindenweg 7', zip: '04103', city: 'Leipzig', country: 'DE' })).toEqual([
    'Lindenweg 7',
    '04103 Leipzig',
  ])
})

test('an address abroad names the country in German', () => {
  expect(addressLines({ street: '', zip: '1010', city: 'Wien', country: 'AT' })).toEqual(['1010 Wien', 'Österreich'])
})

test('a country alone is not an address', () => {
  expect(addressLines({ street: '', zip: '', city: '', country: 'AT' })).toEqual([])
})

test('a map search contains the whole address, encoded', () => {
  const { origin, pathname, searchParams } = new URL(mapHref(['Groß & Klein-Weg 5', '89073 Ulm']))
  expect(origin + pathname).toBe('https://www.openstreetmap.org/search')
  expect(searchParams.get('query')).toBe('Groß & Klein-Weg 5, 89073 Ulm')
})
