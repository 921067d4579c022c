import type { Message, MessageReply, MessageWithReplies } from '#contract/messages.ts'
import type { Actor } from '#server/auth/actor.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { messagePermissionsOf } from './message.policy.ts'
import type { FoundMessage, FoundReply, ListedMessage } from './message.queries.ts'

export function presentMessage(actor: Actor, row: ListedMessage): Message {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    phone: row.phone,
    text: row.text,
    state: row.state,
    answeredAt: row.answered_at,
    answeredBy: row.answered_by,
    replyMail: row.reply_mail,
    permissions: messagePermissionsOf(actor),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function presentMessageWithReplies(actor: Actor, { row, replies, customers }: FoundMessage): MessageWithReplies {
  return {
    ...presentMessage(actor, { ...row, reply_mail: replies.at(-1)?.mail_state ?? null }),
    replies: replies.map(presentReply),
    customers: customers.map(customer => ({
      id: customer.id,
      number: customer.number,
      displayName: displayNameOf(customer),
    })),
  }
}

function presentReply(row: FoundReply): MessageReply {
  const { mail_id: id, mail_state: state, mail_error: lastError } = row
  return {
    id: row.id,
    text: row.text,
    authorName: row.author_name,
    mail: id === null || state === null ? null : { id, state, lastError: lastError ?? '' },
    createdAt: row.created_at,
  }
}
