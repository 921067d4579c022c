import { energyMeasurements } from '#contract/energy-history.ts'
import { instantText } from '#server/clock.ts'
import { bind } from '#server/http/bind.ts'
import { lastValueOf } from './energy-channel.rules.ts'
import { listRejections, readCurrentValues, readHistory } from './energy-history.queries.ts'
import { ageOf, flowsNow, isPowerDoubted, levelNow, revisionOf } from './energy-history.rules.ts'
import { noteLook } from './site-look.commands.ts'
import { readSlotFile } from './slot-csv.queries.ts'

export const measurementRoutes = bind('energyMeasurements', energyMeasurements, {
  live: async (context, { params }) => {
    await noteLook(context, params.id)
    const now = context.clock.now()
    const { channels, storages, price } = await readCurrentValues(context, params.id, now)
    return {
      at: instantText(now),
      channels: channels.map(channel => ({
        id: channel.id,
        key: channel.key,
        name: channel.name,
        role: channel.role,
        measure: channel.measure,
        value: lastValueOf(channel),
        at: channel.last_at,
        ageSeconds: channel.last_at === null ? null : ageOf(channel.last_at, now),
        isDoubted: isPowerDoubted(channel),
      })),
      flows: flowsNow(channels, now),
      levelPercent: levelNow(channels),
      storages,
      price,
      revision: revisionOf(channels, { storages, price }),
    }
  },
  history: async (context, { params, query }) => {
    await noteLook(context, params.id)
    return readHistory(context, params.id, query)
  },
  slotFile: async (context, { params, query }) => {
    await noteLook(context, params.id)
    return readSlotFile(context, params.id, query.month)
  },
  rejections: async ({ db, scope }, { params }) => {
    const rows = await listRejections(db, scope, params.id)
    return {
      results: rows.map(({ id, channel, value, reading_at: at, code, created_at: createdAt }) => ({
        id,
        channel,
        value,
        at,
        code,
        createdAt,
      })),
    }
  },
})
