import { expect, it } from 'vitest'
import { visitor } from '#server/auth/actor.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { messagePermissionsOf } from './message.policy.ts'

it('only admins answer, mark and delete messages', () => {
  expect(messagePermissionsOf(adminActor)).toEqual(['reply', 'update', 'delete'])
  for (const actor of [customerActor, impersonatingActor, visitor]) expect(messagePermissionsOf(actor)).toEqual([])
})
