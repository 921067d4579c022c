import { serviceCredentials } from '#contract/service-credentials.ts'
import { userOf } from '#server/auth/actor.ts'
import { bind } from '#server/http/bind.ts'
import {
  addCredential,
  changeCredential,
  deleteCredential,
  revealPassword,
  setPassword,
} from './service-credential.commands.ts'
import { presentCredential, presentReveal } from './service-credential.present.ts'
import { getCredential, listCredentials, listReveals } from './service-credential.queries.ts'

export const credentialRoutes = bind('serviceCredentials', serviceCredentials, {
  list: async (context, { query }) => {
    const { count, rows } = await listCredentials(context.db, context.scope, query)
    return { count, results: rows.map(row => presentCredential(context, row)) }
  },
  create: async (context, { body }) => presentCredential(context, await addCredential(context, body)),
  get: async (context, { params }) =>
    presentCredential(context, await getCredential(context.db, context.scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentCredential(context, await changeCredential(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentCredential(context, await changeCredential(context, params.id, body, { revision, isWhole: false })),
  setPassword: async (context, { params, body, revision }) =>
    presentCredential(context, await setPassword(context, params.id, body.password, revision)),
  removePassword: async (context, { params, revision }) => {
    await setPassword(context, params.id, null, revision)
    return undefined
  },
  reveal: async (context, { params }) => ({ password: await revealPassword(context, userOf(context), params.id) }),
  listReveals: async ({ db, scope }, { params, query }) => {
    const { credential, count, results } = await listReveals(db, scope, params.id, query)
    return { count, results: results.map(row => presentReveal(credential, row)) }
  },
  delete: async (context, { params, revision }) => {
    await deleteCredential(context, params.id, revision)
    return undefined
  },
})
