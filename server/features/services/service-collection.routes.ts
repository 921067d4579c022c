import { serviceCollections } from '#contract/service-collections.ts'
import { bind } from '#server/http/bind.ts'
import { changeCollection, createCollection, deleteCollection } from './service-collection.commands.ts'
import { presentCollection, presentCollections } from './service-collection.present.ts'
import { getCollection, listCollections } from './service-collection.queries.ts'

export const collectionRoutes = bind('serviceCollections', serviceCollections, {
  list: async ({ db, actor, scope, clock }, { query }) => {
    const { count, results } = await listCollections(db, scope, query)
    return { count, results: presentCollections(actor, results, clock.now()) }
  },
  create: async (context, { body }) =>
    presentCollection(context.actor, await createCollection(context, body), context.clock.now()),
  get: async ({ db, actor, scope, clock }, { params }) =>
    presentCollection(actor, await getCollection(db, scope, params.id), clock.now()),
  replace: async (context, { params, body, revision }) =>
    presentCollection(
      context.actor,
      await changeCollection(context, params.id, body, { revision, isWhole: true }),
      context.clock.now(),
    ),
  update: async (context, { params, body, revision }) =>
    presentCollection(
      context.actor,
      await changeCollection(context, params.id, body, { revision, isWhole: false }),
      context.clock.now(),
    ),
  delete: async (context, { params, revision }) => {
    await deleteCollection(context, params.id, revision)
    return undefined
  },
})
