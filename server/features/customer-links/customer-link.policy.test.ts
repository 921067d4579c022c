import { expect, it } from 'vitest'
import { visitor } from '#server/auth/actor.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { linkListPermissionsOf, linkPermissionsOf } from './customer-link.policy.ts'

it.each([
  ['a customer', customerActor, true],
  ['an admin', adminActor, true],
  ['an admin looking as a customer', impersonatingActor, false],
  ['a visitor', visitor, false],
])('%s may change links: %s', (_, actor, may) => {
  expect(linkPermissionsOf(actor)).toEqual(may ? ['update', 'delete'] : [])
  expect(linkListPermissionsOf(actor)).toEqual(may ? ['create', 'reorder'] : [])
})
