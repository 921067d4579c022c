import { readingsMax } from '#contract/energy-limits.ts'
import { energyReadings } from '#contract/energy-readings.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { bind } from '#server/http/bind.ts'
import { createAllowances } from '#server/http/request/allowances.ts'
import { createCallCounter } from '#server/http/request/call-counter.ts'
import { demandSender, noteRefusedPush, takeReadings } from './energy-reading.commands.ts'

/** One every half second is more than any house needs. */
const pushesPerMinute = 120
const pushes = createCallCounter()

/** Full pushes occupy the process: readings missed for days are sent in portions. */
const readings = createAllowances({ atOnce: 4 * readingsMax, perSecond: 1_000 })

export const readingRoutes = bind(
  'energyReadings',
  energyReadings,
  {
    push: (context, { params, body }) => {
      readings.spend(hashToken(params.token), body.readings.length, context.clock.now())
      return takeReadings(context, params.token, body.readings)
    },
  },
  {
    push: async (context, { token }) => {
      await demandSender(context, token)
      const now = context.clock.now()
      const hash = hashToken(token)
      pushes.count(hash, pushesPerMinute, now)
      readings.demand(hash, now)
    },
  },
  { push: (context, { token }, error) => noteRefusedPush(context, token, error) },
)
