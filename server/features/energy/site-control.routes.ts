import { energyCommands } from '#contract/energy-commands.ts'
import { energyControl } from '#contract/energy-control.ts'
import { energyOverrides } from '#contract/energy-overrides.ts'
import { instantText } from '#server/clock.ts'
import { bind } from '#server/http/bind.ts'
import { presentCommand, presentControl, presentOverride, presentTarget } from './site-control.present.ts'
import { getControlFacts, listFoundTargets } from './site-control.queries.ts'
import { getCommand, listCommands } from './storage-command.queries.ts'
import { endOverride, startOverride } from './storage-override.commands.ts'
import { getOverride, listOverrides } from './storage-override.queries.ts'

export const controlRoutes = [
  ...bind('energyControl', energyControl, {
    get: async (context, { params }) =>
      presentControl(context.actor, await getControlFacts(context, params.id), {
        now: context.clock.now(),
        canSend: context.config.mqttPort !== null || context.config.mqttUrl !== null,
      }),
    targets: async (context, { params }) => ({
      results: (await listFoundTargets(context, params.id)).map(presentTarget),
    }),
  }),
  ...bind('energyCommands', energyCommands, {
    list: async ({ db, scope }, { query }) => {
      const { count, rows } = await listCommands(db, scope, query)
      return { count, results: rows.map(presentCommand) }
    },
    get: async ({ db, scope }, { params }) => presentCommand(await getCommand(db, scope, params.id)),
  }),
  ...bind('energyOverrides', energyOverrides, {
    list: async ({ db, actor, scope, clock }, { query }) => {
      const { count, rows } = await listOverrides(db, scope, query)
      const now = instantText(clock.now())
      return { count, results: rows.map(row => presentOverride(actor, row, now)) }
    },
    create: async (context, { body }) =>
      presentOverride(context.actor, await startOverride(context, body), instantText(context.clock.now())),
    get: async ({ db, actor, scope, clock }, { params }) =>
      presentOverride(actor, await getOverride(db, scope, params.id), instantText(clock.now())),
    delete: async (context, { params }) => {
      await endOverride(context, params.id)
      return undefined
    },
  }),
]
