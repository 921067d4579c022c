import { requests } from '#contract/requests.ts'
import { bind } from '#server/http/bind.ts'
import { changeRequest, createRequest, deleteRequest } from './request.commands.ts'
import { presentRequest, presentRequestSums } from './request.present.ts'
import { countRequests, getRequest, withFiles } from './request.queries.ts'
import { acceptRequest, declineRequest } from './request-answer.commands.ts'
import { downloadAttachment } from './request-attachment.commands.ts'
import { listRequests } from './request-list.queries.ts'

export const requestRoutes = bind('requests', requests, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, rows } = await listRequests(db, scope, query)
    const found = await withFiles(db, rows)
    return { count, results: found.map(request => presentRequest(actor, request)) }
  },
  create: async (context, { body }) => presentRequest(context.actor, await createRequest(context, body)),
  get: async (context, { params }) => presentRequest(context.actor, await getRequest(context.db, context, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentRequest(context.actor, await changeRequest(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentRequest(context.actor, await changeRequest(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteRequest(context, params.id, revision)
    return undefined
  },
  accept: async (context, { params, body, revision }) =>
    presentRequest(context.actor, await acceptRequest(context, params.id, body, revision)),
  decline: async (context, { params, body, revision }) =>
    presentRequest(context.actor, await declineRequest(context, params.id, body.answer, revision)),
  attachment: async (context, { params }) => downloadAttachment(context, params.id, params.fileId),
  summary: async ({ db, scope }, { query }) => presentRequestSums(await countRequests(db, scope, query.customer)),
})
