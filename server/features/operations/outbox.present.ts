import type { OutboxMail } from '#contract/operations.ts'
import { withoutToken } from '#server/auth/one-time-tokens.ts'
import type { Runtime } from '#server/context.ts'
import type { OutboxMailTable } from '#server/database/platform-tables.ts'
import { canRetryMail, showsLinks } from './outbox.policy.ts'
import type { ListedMail } from './outbox.queries.ts'

/** The whole mail. */
export function presentMail({ config }: Pick<Runtime, 'config'>, row: OutboxMailTable): OutboxMail {
  return presentMailWith(row, showsLinks(config) ? row.text : withoutToken(row.text, row.token_hash))
}

/** As an item of a list: without its text. */
export function presentListedMail(row: ListedMail): OutboxMail {
  return presentMailWith(row, '')
}

function presentMailWith(row: ListedMail, text: string): OutboxMail {
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    text,
    attempts: row.attempts,
    nextAttemptAt: row.state === 'waiting' ? row.next_attempt_at : null,
    sentAt: row.sent_at,
    lastError: row.last_error,
    permissions: canRetryMail(row) ? ['retry'] : [],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
