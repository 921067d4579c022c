import { describe, expectTypeOf, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { contact } from '#contract/contact.ts'
import type { Answer } from '#contract/endpoint.ts'
import { files } from '#contract/files.ts'
import { type Ticket, tickets } from '#contract/tickets.ts'
import { call } from './api-client.ts'

const id = '01900000-0000-7000-8000-000000000001'

describe('the types of a call', () => {
  it('give each endpoint its own answer type', () => {
    expectTypeOf(() => call(tickets.get, { params: { id } })).returns.resolves.toEqualTypeOf<
      Answer<typeof tickets.get>
    >()
    expectTypeOf(() => call(tickets.list)).returns.resolves.toEqualTypeOf<{ count: number; results: Ticket[] }>()
    expectTypeOf(() => call(accounts.logout)).returns.resolves.toBeUndefined()
  })

  it('accept a correct call', () => {
    expectTypeOf(() => call(tickets.list, { query: { page: 2, progress: undefined } })).toBeFunction()
    expectTypeOf(() => call(tickets.update, { params: { id }, revision: 3, body: { budget: null } })).toBeFunction()
    expectTypeOf(() => call(contact.send, { body: { email: 'a@b.de', text: 'Guten Tag' } })).toBeFunction()
  })

  it('reject an incorrect one', () => {
    // Never runs: the compiler fails if it would accept an incorrect call.
    function wrongCalls() {
      // @ts-expect-error the path needs an id
      void call(tickets.get)
      // @ts-expect-error the path needs its id by name
      void call(tickets.get, { params: { number: '1' } })
      // @ts-expect-error an id is never undefined
      void call(tickets.get, { params: { id: undefined } })
      // @ts-expect-error a path without parameters takes none
      void call(accounts.session, { params: { id } })
      // @ts-expect-error a POST with a body needs it
      void call(contact.send)
      // @ts-expect-error the body is checked
      void call(contact.send, { body: { email: 'a@b.de' } })
      // @ts-expect-error unknown fields are refused
      void call(contact.send, { body: { email: 'a@b.de', text: 'Guten Tag', admin: true } })
      // @ts-expect-error a GET takes no body
      void call(accounts.session, { body: {} })
      // @ts-expect-error a filter must be one of its choices
      void call(tickets.list, { query: { progress: 'done' } })
      // @ts-expect-error an unknown filter is refused
      void call(tickets.list, { query: { colour: 'red' } })
      // @ts-expect-error a conditional write needs the revision it was based on
      void call(tickets.update, { params: { id }, body: { name: 'Neu' } })
      // @ts-expect-error a read has no revision
      void call(tickets.get, { params: { id }, revision: 1 })
      // @ts-expect-error an upload needs its file
      void call(files.create)
      // @ts-expect-error only an upload takes one
      void call(accounts.session, { file: new File([], 'a.pdf') })
    }
    expectTypeOf(wrongCalls).toBeFunction()
  })
})
