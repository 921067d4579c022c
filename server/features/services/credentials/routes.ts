import { serviceCredentials } from '#contract/service-credentials.ts'
import { bind } from '#server/http/bind.ts'
import { addCredential, changeCredential, deleteCredential } from './commands.ts'
import { presentCredential } from './present.ts'
import { getCredential, listCredentials } from './queries.ts'

export const credentialRoutes = bind('serviceCredentials', serviceCredentials, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, results } = await listCredentials(db, scope, query)
    return { count, results: results.map(row => presentCredential(actor, row)) }
  },
  create: async (context, { body }) => presentCredential(context.actor, await addCredential(context, body)),
  get: async ({ db, actor, scope }, { params }) => presentCredential(actor, await getCredential(db, scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentCredential(context.actor, await changeCredential(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentCredential(context.actor, await changeCredential(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteCredential(context, params.id, revision)
    return undefined
  },
})
