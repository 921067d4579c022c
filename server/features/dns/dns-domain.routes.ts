import { dnsDomains } from '#contract/dns-domains.ts'
import { bind } from '#server/http/bind.ts'
import { addDomain, changeDomain, deleteDomain, setApiKey } from './dns-domain.commands.ts'
import { presentDomain } from './dns-domain.present.ts'
import { getDomain, listDomains } from './dns-domain.queries.ts'
import { checkDomain } from './dns-domain-check.commands.ts'

export const dnsDomainRoutes = bind('dnsDomains', dnsDomains, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, results } = await listDomains(db, scope, query)
    return { count, results: results.map(found => presentDomain(actor, found)) }
  },
  create: async (context, { body }) => presentDomain(context.actor, await addDomain(context, body)),
  get: async ({ db, actor, scope }, { params }) => presentDomain(actor, await getDomain(db, scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentDomain(context.actor, await changeDomain(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentDomain(context.actor, await changeDomain(context, params.id, body, { revision, isWhole: false })),
  setApiKey: async (context, { params, body, revision }) =>
    presentDomain(context.actor, await setApiKey(context, params.id, body.apiKey, revision)),
  check: async (context, { params }) => presentDomain(context.actor, await checkDomain(context, params.id)),
  delete: async (context, { params, revision }) => {
    await deleteDomain(context, params.id, revision)
    return undefined
  },
})
