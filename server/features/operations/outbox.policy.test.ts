import { expect, it } from 'vitest'
import { canRetryMail } from './outbox.policy.ts'

it('a mail is sent again unless it has been sent', () => {
  expect((['waiting', 'failed', 'sent'] as const).map(state => canRetryMail({ state }))).toEqual([true, true, false])
})
