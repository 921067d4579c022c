import { expect, it } from 'vitest'
import { newsletterStates } from '#contract/lists.ts'
import { newsletterPermissions } from '#contract/newsletters.ts'
import { canDo, newsletterPermissionsOf } from './newsletter.policy.ts'

it.each([
  ['draft', ['update', 'delete', 'send']],
  ['sending', ['pause', 'cancel']],
  ['paused', ['continue', 'cancel']],
  ['sent', []],
  ['cancelled', []],
] as const)('permissions on a newsletter that is %s: %j', (state, actions) => {
  expect(newsletterPermissionsOf(state)).toEqual(actions)
  expect(newsletterPermissions.filter(action => canDo(state, action))).toEqual(actions)
})

it("a caller's changes to the result affect nobody else", () => {
  for (const state of newsletterStates) newsletterPermissionsOf(state).push('send')
  expect(newsletterPermissionsOf('sent')).toEqual([])
})
