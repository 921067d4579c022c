import { describe, expect, it } from 'vitest'
import { adminTicketSearch, customerSearch, ticketSearch } from './list-search.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

const read = (search: string) =>
  Object.fromEntries(Object.entries(ticketSearch(parseSearch(search))).filter(([, v]) => v !== undefined))

describe('the address of a list', () => {
  it('contains page, search, filters and order by the API’s names', () => {
    expect(read('?page=3&page_size=50&search=W%C3%A4rme&progress=inProgress&invoicePaid=none&ordering=-total')).toEqual(
      {
        page: 3,
        page_size: 50,
        search: 'Wärme',
        progress: 'inProgress',
        invoicePaid: 'none',
        ordering: '-total',
      },
    )
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=zwei',
    'page=99999999999',
    'page_size=101',
    'page_size=0',
    'progress=done',
    'progress=constructor',
    'ordering=password',
    'search=',
    'customer=unsinn',
    'colour=red',
  ])('drops an impossible value: %s', search => {
    expect(read(`?${search}`)).toEqual({})
  })

  it('keeps the id of a row', () => {
    const customer = '01a2183f-6fcd-78fa-b956-c30868a0d204'
    expect(adminTicketSearch(parseSearch(`?customer=${customer}`))).toMatchObject({ customer })
  })

  it('omits the first page', () => {
    expect(read('?page=1')).toEqual({})
    expect(stringifySearch({ page: undefined, search: '', kind: 'public' })).toBe('?kind=public')
    expect(stringifySearch({})).toBe('')
  })

  it('names every dropped value, so that the raw address does not show through', () => {
    expect(customerSearch({ kind: 'nobody', page: 'x' })).toEqual({
      page: undefined,
      page_size: undefined,
      search: undefined,
      kind: undefined,
      ordering: undefined,
    })
  })

  it.each(['007', 'true', '{"a":1}', '50 % & mehr', '"quoted"'])('keeps the search %s as typed', search => {
    expect(parseSearch(stringifySearch({ search }))).toEqual({ search })
  })
})
