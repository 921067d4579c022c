import { energyReadings } from '#contract/energy-readings.ts'
import { bind } from '#server/http/bind.ts'
import { createCallCounter } from '#server/http/request/call-counter.ts'
import { demandSender, takeReadings } from './energy-reading.commands.ts'

/** One every half second is more than any house needs. */
const pushesPerMinute = 120
const pushes = createCallCounter()

export const readingRoutes = bind(
  'energyReadings',
  energyReadings,
  { push: (context, { params, body }) => takeReadings(context, params.token, body.readings) },
  {
    push: async (context, { token }) =>
      pushes.count(await demandSender(context, token), pushesPerMinute, context.clock.now()),
  },
)
