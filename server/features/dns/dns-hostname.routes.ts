import { dnsHostnames } from '#contract/dns-hostnames.ts'
import { bind } from '#server/http/bind.ts'
import { addHostname, changeHostname, deleteHostname } from './dns-hostname.commands.ts'
import { presentChange, presentHostname } from './dns-hostname.present.ts'
import { getHostname, listChanges, listHostnames } from './dns-hostname.queries.ts'
import { adoptFound, overwriteFound, updateNow } from './dns-hostname-action.commands.ts'

export const dnsHostnameRoutes = bind('dnsHostnames', dnsHostnames, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, results } = await listHostnames(db, scope, query)
    return { count, results: results.map(found => presentHostname(actor, found)) }
  },
  create: async (context, { body }) => presentHostname(context.actor, await addHostname(context, body)),
  get: async ({ db, actor, scope }, { params }) => presentHostname(actor, await getHostname(db, scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentHostname(context.actor, await changeHostname(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentHostname(context.actor, await changeHostname(context, params.id, body, { revision, isWhole: false })),
  listChanges: async ({ db, scope }, { params, query }) => {
    const { count, results } = await listChanges(db, scope, params.id, query)
    return { count, results: results.map(presentChange) }
  },
  updateNow: async (context, { params }) => presentHostname(context.actor, await updateNow(context, params.id)),
  adopt: async (context, { params }) => presentHostname(context.actor, await adoptFound(context, params.id)),
  overwrite: async (context, { params }) => presentHostname(context.actor, await overwriteFound(context, params.id)),
  delete: async (context, { params, query, revision }) => {
    await deleteHostname(context, params.id, { revision, record: query.record })
    return undefined
  },
})
