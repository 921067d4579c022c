import { energyTariffs } from '#contract/energy-tariffs.ts'
import { bind } from '#server/http/bind.ts'
import { addTariff, changeTariff, deleteTariff } from './energy-tariff.commands.ts'
import { presentTariff } from './energy-tariff.present.ts'
import { getTariff, listTariffs } from './energy-tariff.queries.ts'

export const tariffRoutes = bind('energyTariffs', energyTariffs, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, rows } = await listTariffs(db, scope, query)
    return { count, results: rows.map(row => presentTariff(actor, row)) }
  },
  create: async (context, { body }) => presentTariff(context.actor, await addTariff(context, body)),
  get: async ({ db, actor, scope }, { params }) => presentTariff(actor, await getTariff(db, scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentTariff(context.actor, await changeTariff(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentTariff(context.actor, await changeTariff(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteTariff(context, params.id, revision)
    return undefined
  },
})
