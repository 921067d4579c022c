import { energyStorages } from '#contract/energy-storages.ts'
import { bind } from '#server/http/bind.ts'
import { addStorage, changeStorage, deleteStorage } from './energy-storage.commands.ts'
import { presentStorage } from './energy-storage.present.ts'
import { getStorage, listStorages } from './energy-storage.queries.ts'

export const storageRoutes = bind('energyStorages', energyStorages, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, rows } = await listStorages(db, scope, query)
    return { count, results: rows.map(row => presentStorage(actor, row)) }
  },
  create: async (context, { body }) => presentStorage(context.actor, await addStorage(context, body)),
  get: async ({ db, actor, scope }, { params }) => presentStorage(actor, await getStorage(db, scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentStorage(context.actor, await changeStorage(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentStorage(context.actor, await changeStorage(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteStorage(context, params.id, revision)
    return undefined
  },
})
