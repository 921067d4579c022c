import { energyAlarms } from '#contract/energy-alarms.ts'
import { bind } from '#server/http/bind.ts'
import { muteAlarm } from './alarm.commands.ts'
import { readAlarms } from './alarm.queries.ts'

export const alarmRoutes = bind('energyAlarms', energyAlarms, {
  list: ({ db, scope, clock }, { params }) => readAlarms(db, scope, params.id, clock.now()),
  mute: (context, { params, body }) => muteAlarm(context, params.id, body),
})
