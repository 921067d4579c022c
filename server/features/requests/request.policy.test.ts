import { describe, expect, it } from 'vitest'
import type { Request, RequestState } from '#contract/requests.ts'
import { visitor } from '#server/auth/actor.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { requestPermissionsOf } from './request.policy.ts'

type Case = { state: RequestState; admin: Request['permissions']; customer: Request['permissions'] }

describe('a request', () => {
  it.each<Case>([
    {
      state: 'open',
      admin: ['update', 'delete', 'accept', 'decline', 'download'],
      customer: ['update', 'delete', 'download'],
    },
    { state: 'accepted', admin: ['update', 'delete', 'download'], customer: ['download'] },
    { state: 'declined', admin: ['update', 'delete', 'download'], customer: ['download'] },
  ])(
    'that is $state is answered by admins once, and changed by its customer until then',
    ({ state, admin, customer }) => {
      expect(requestPermissionsOf(adminActor, { state })).toEqual(admin)
      expect(requestPermissionsOf(customerActor, { state })).toEqual(customer)
      expect(requestPermissionsOf(impersonatingActor, { state })).toEqual([])
      expect(requestPermissionsOf(visitor, { state })).toEqual([])
    },
  )
})
