import { energySites } from '#contract/energy-sites.ts'
import { bind } from '#server/http/bind.ts'
import { changeSite, createSite, deleteSite, makeSiteKey, removeSiteKey } from './energy-site.commands.ts'
import { presentListedSite, presentSite } from './energy-site.present.ts'
import { getSite, listSites } from './energy-site.queries.ts'
import { readSiteSummary, readSitesNow } from './site-now.queries.ts'

export const siteRoutes = bind('energySites', energySites, {
  list: async ({ db, actor, scope, clock }, { query }) => {
    const { count, rows } = await listSites(db, scope, query)
    const now = await readSitesNow(db, rows, clock.now())
    return { count, results: rows.map((row, place) => presentListedSite(actor, row, now[place])) }
  },
  create: async (context, { body }) => presentSite(context.actor, await createSite(context, body)),
  get: async ({ db, actor, scope }, { params }) => presentSite(actor, await getSite(db, scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentSite(context.actor, await changeSite(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentSite(context.actor, await changeSite(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteSite(context, params.id, revision)
    return undefined
  },
  makeKey: (context, { params }) => makeSiteKey(context, params.id),
  summary: ({ db, clock }) => readSiteSummary(db, clock.now()),
  removeKey: async (context, { params }) => {
    await removeSiteKey(context, params.id)
    return undefined
  },
})
