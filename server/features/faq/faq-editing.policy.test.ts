import { expect, it } from 'vitest'
import { visitor } from '#server/auth/actor.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { faqPermissionsOf } from './faq-editing.policy.ts'

it('questions are written and put in order by admins alone', () => {
  expect(faqPermissionsOf(adminActor)).toEqual(['update', 'delete', 'reorder'])
  for (const actor of [customerActor, impersonatingActor, visitor]) expect(faqPermissionsOf(actor)).toEqual([])
})
