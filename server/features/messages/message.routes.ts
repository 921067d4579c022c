import { messages } from '#contract/messages.ts'
import { bind } from '#server/http/bind.ts'
import { deleteMessage, markMessage, replyToMessage } from './message.commands.ts'
import { presentMessage, presentMessageWithReplies } from './message.present.ts'
import { getMessage, listMessages } from './message.queries.ts'

export const messageRoutes = bind('messages', messages, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, rows } = await listMessages(db, scope, query)
    return { count, results: rows.map(row => presentMessage(actor, row)) }
  },
  get: async ({ db, actor, scope }, { params }) =>
    presentMessageWithReplies(actor, await getMessage(db, scope, params.id)),
  update: async (context, { params, body, revision }) =>
    presentMessageWithReplies(context.actor, await markMessage(context, params.id, body.state, revision)),
  delete: async (context, { params, revision }) => {
    await deleteMessage(context, params.id, revision)
    return undefined
  },
  reply: async (context, { params, body, revision }) =>
    presentMessageWithReplies(context.actor, await replyToMessage(context, params.id, body, revision)),
})
