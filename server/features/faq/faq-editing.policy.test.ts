import { expect, it } from 'vitest'
import { visitor } from '#server/auth/actor.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { faqPermissionsOf } from './faq-editing.policy.ts'

it('only admins write and order questions', () => {
  expect(faqPermissionsOf(adminActor)).toEqual(['update', 'delete', 'reorder'])
  for (const actor of [customerActor, impersonatingActor, visitor]) expect(faqPermissionsOf(actor)).toEqual([])
})
