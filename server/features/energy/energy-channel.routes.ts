import { energyChannels } from '#contract/energy-channels.ts'
import { bind } from '#server/http/bind.ts'
import { addChannel, changeChannel, deleteChannel, turnSign } from './energy-channel.commands.ts'
import { presentChannel } from './energy-channel.present.ts'
import { getChannel, listChannels } from './energy-channel.queries.ts'
import { noteLook, noteLooks } from './site-look.commands.ts'

export const channelRoutes = bind('energyChannels', energyChannels, {
  list: async (context, { query }) => {
    const { count, rows } = await listChannels(context.db, context.scope, query)
    await noteLooks(
      context,
      rows.map(({ site_id }) => site_id),
    )
    return { count, results: rows.map(row => presentChannel(context.actor, row)) }
  },
  create: async (context, { body }) => presentChannel(context.actor, await addChannel(context, body)),
  get: async (context, { params }) => {
    const row = await getChannel(context.db, context.scope, params.id)
    await noteLook(context, row.site_id)
    return presentChannel(context.actor, row)
  },
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
