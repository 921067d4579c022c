import { heartbeats } from '#contract/application-services.ts'
import { bind } from '#server/http/bind.ts'
import { takeHeartbeat } from './heartbeat.commands.ts'

export const heartbeatRoutes = bind('heartbeats', heartbeats, {
  send: async (context, { params, body }) => {
    await takeHeartbeat(context, params.token, body.version)
    return undefined
  },
})
