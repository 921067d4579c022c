import { dnsEndpoints } from '#contract/dns-endpoints.ts'
import { bind } from '#server/http/bind.ts'
import { addEndpoint, changeEndpoint, deleteEndpoint, makeToken } from './dns-endpoint.commands.ts'
import { presentCall, presentEndpoint } from './dns-endpoint.present.ts'
import { getEndpoint, listCalls, listEndpoints } from './dns-endpoint.queries.ts'

export const dnsEndpointRoutes = bind('dnsEndpoints', dnsEndpoints, {
  list: async ({ db, actor, scope, clock }, { query }) => {
    const { count, results } = await listEndpoints(db, scope, query)
    return { count, results: results.map(found => presentEndpoint(actor, found, clock.now())) }
  },
  create: async (context, { body }) =>
    presentEndpoint(context.actor, await addEndpoint(context, body), context.clock.now()),
  get: async ({ db, actor, scope, clock }, { params }) =>
    presentEndpoint(actor, await getEndpoint(db, scope, params.id), clock.now()),
  replace: async (context, { params, body, revision }) => {
    const found = await changeEndpoint(context, params.id, body, { revision, isWhole: true })
    return presentEndpoint(context.actor, found, context.clock.now())
  },
  update: async (context, { params, body, revision }) => {
    const found = await changeEndpoint(context, params.id, body, { revision, isWhole: false })
    return presentEndpoint(context.actor, found, context.clock.now())
  },
  makeToken: (context, { params }) => makeToken(context, params.id),
  listCalls: async ({ db, scope }, { params, query }) => {
    const { count, results } = await listCalls(db, scope, params.id, query)
    return { count, results: results.map(presentCall) }
  },
  delete: async (context, { params, revision }) => {
    await deleteEndpoint(context, params.id, revision)
    return undefined
  },
})
