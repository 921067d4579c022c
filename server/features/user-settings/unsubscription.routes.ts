import { unsubscriptions } from '#contract/unsubscription.ts'
import { bind } from '#server/http/bind.ts'
import { unsubscribe } from './unsubscription.commands.ts'
import { getUnsubscription } from './unsubscription.queries.ts'

export const unsubscriptionRoutes = bind('unsubscriptions', unsubscriptions, {
  read: async (context, { params }) => {
    const { topic, isOn } = await getUnsubscription(context.db, context, params.token)
    return { topic, isOn }
  },
  stop: async (context, { params }) => {
    await unsubscribe(context, params.token)
    return undefined
  },
})
