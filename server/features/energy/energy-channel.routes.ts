import { energyChannels } from '#contract/energy-channels.ts'
import { bind } from '#server/http/bind.ts'
import { addChannel, changeChannel, deleteChannel, turnSign } from './energy-channel.commands.ts'
import { presentChannel } from './energy-channel.present.ts'
import { getChannel, listChannels } from './energy-channel.queries.ts'

export const channelRoutes = bind('energyChannels', energyChannels, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, rows } = await listChannels(db, scope, query)
    return { count, results: rows.map(row => presentChannel(actor, row)) }
  },
  create: async (context, { body }) => presentChannel(context.actor, await addChannel(context, body)),
  get: async ({ db, actor, scope }, { params }) => presentChannel(actor, await getChannel(db, scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentChannel(context.actor, await changeChannel(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentChannel(context.actor, await changeChannel(context, params.id, body, { revision, isWhole: false })),
  turnSign: async (context, { params }) => presentChannel(context.actor, await turnSign(context, params.id)),
  delete: async (context, { params, revision }) => {
    await deleteChannel(context, params.id, revision)
    return undefined
  },
})
