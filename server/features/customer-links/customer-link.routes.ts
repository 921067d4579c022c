import { customerLinks } from '#contract/customer-links.ts'
import { reachedCustomer } from '#server/auth/scope.ts'
import { bind } from '#server/http/bind.ts'
import { addLink, changeLink, deleteLink, reorderLinks } from './customer-link.commands.ts'
import { linkListPermissionsOf } from './customer-link.policy.ts'
import { presentLink } from './customer-link.present.ts'
import { getLink, listLinks } from './customer-link.queries.ts'

export const customerLinkRoutes = bind('customerLinks', customerLinks, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, rows } = await listLinks(db, scope, query)
    // Over all customers there is no one list to add to or to sort.
    const permissions = reachedCustomer(scope, query.customer)?.id === undefined ? [] : linkListPermissionsOf(actor)
    return { count, results: rows.map(row => presentLink(actor, row)), permissions }
  },
  create: async (context, { body }) => presentLink(context.actor, await addLink(context, body)),
  get: async ({ db, actor, scope }, { params }) => presentLink(actor, await getLink(db, scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentLink(context.actor, await changeLink(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentLink(context.actor, await changeLink(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteLink(context, params.id, revision)
    return undefined
  },
  reorder: async (context, { body }) => {
    const rows = await reorderLinks(context, body)
    return {
      count: rows.length,
      results: rows.map(row => presentLink(context.actor, row)),
      permissions: linkListPermissionsOf(context.actor),
    }
  },
})
