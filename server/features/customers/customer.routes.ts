import { customers } from '#contract/customers.ts'
import { bind } from '#server/http/bind.ts'
import { changeCustomer, createCustomer, deleteCustomer } from './customer.commands.ts'
import { presentCustomer } from './customer.present.ts'
import { getCustomer } from './customer.queries.ts'
import { listCustomers } from './customer-list.queries.ts'

export const customerRoutes = bind('customers', customers, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, results } = await listCustomers(db, scope, query)
    return { count, results: results.map(found => presentCustomer(actor, found)) }
  },
  create: async (context, { body }) => presentCustomer(context.actor, await createCustomer(context, body)),
  get: async ({ db, actor, scope }, { params }) => presentCustomer(actor, await getCustomer(db, scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentCustomer(context.actor, await changeCustomer(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentCustomer(context.actor, await changeCustomer(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteCustomer(context, params.id, revision)
    return undefined
  },
})
