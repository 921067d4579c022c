import { energyReadings } from '#contract/energy-readings.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { bind } from '#server/http/bind.ts'
import { createCallCounter } from '#server/http/request/call-counter.ts'
import { takeReadings } from './energy-reading.commands.ts'

/** One every half second is more than any house needs. */
const pushesPerMinute = 120
const pushes = createCallCounter()

export const readingRoutes = bind('energyReadings', energyReadings, {
  push: (context, { params, body }) => {
    pushes.count(hashToken(params.token), pushesPerMinute, context.clock.now())
    return takeReadings(context, params.token, body.readings)
  },
})
