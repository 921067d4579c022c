/** The device of a made-up house: it obeys the portal's commands for its battery and its car, and reports that. */
import * as z from 'zod/mini'
import type { PlanMode } from '#contract/energy-plan-words.ts'
import { planModes } from '#contract/energy-plan-words.ts'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { createMessageIntake, type MessageIntake } from '#server/features/energy/energy-message.commands.ts'

export type HouseOrder = { readonly mode: PlanMode; readonly powerW: number | null }
export type HouseOrders = { readonly battery?: HouseOrder | undefined; readonly car?: HouseOrder | undefined }
type Heard = HouseOrder & { readonly until: number }
type Said = { readonly topic: string; readonly payload: Buffer }

/** The message as described in `docs/energy.md`. */
const message = z.object({ mode: z.enum(planModes), powerW: z.nullable(z.number()), until: z.string() })
const setTopic = /^pm\/[^/]+\/([^/]+)\/set$/

/** By storage. Lives in the process alone, like a device that forgets its command when it is switched off. */
const heard = new Map<string, Heard>()

/** Obeys a message from `pm/<key>/<storage>/set`; returns its report, undefined for an unknown message. */
export function obey(topic: string, payload: Buffer): Said | undefined {
  const storageId = setTopic.exec(topic)?.[1]
  const read = message.safeParse(jsonOf(payload))
  if (storageId === undefined || !read.success) return undefined
  const { mode, powerW, until } = read.data
  heard.set(storageId, { mode, powerW, until: Date.parse(until) })
  return { topic: topic.replace(/set$/, 'state'), payload: Buffer.from(JSON.stringify({ mode, powerW })) }
}

/** The orders in force for the storages of a site; an order that was not repeated in time is over. */
export async function readOrders(runtime: Runtime, site: { id: string; key: string }): Promise<HouseOrders> {
  const { db, clock, config } = runtime
  const storages = await db.selectFrom('energy_storage').select(['id', 'kind']).where('site_id', '=', site.id).execute()
  if (config.mqttPort === null && config.mqttUrl === null) {
    for (const { id } of storages) heard.delete(id)
    await obeyStored(runtime, site)
  }
  const of = (kind: 'battery' | 'car') => {
    const id = storages.find(storage => storage.kind === kind)?.id
    const order = id === undefined ? undefined : heard.get(id)
    return order !== undefined && order.until > clock.now().getTime() ? order : undefined
  }
  return { battery: of('battery'), car: of('car') }
}

let intake: { of: Runtime; takes: MessageIntake } | undefined
/** A device obeys a command for this long without a repetition. */
const obeyedMs = 90_000

/** Without MQTT no command arrives: obeys those in the database, and answers through the message intake. */
async function obeyStored(runtime: Runtime, { id, key }: { id: string; key: string }): Promise<void> {
  const commands = await runtime.db
    .selectFrom('energy_command')
    .select(['storage_id', 'mode', 'power_w', 'sent_at'])
    .where('site_id', '=', id)
    .where('ended_at', 'is', null)
    .where('sent_at', 'is not', null)
    .execute()
  if (intake?.of !== runtime) intake = { of: runtime, takes: createMessageIntake(runtime) }
  for (const { storage_id, mode, power_w: powerW, sent_at } of commands) {
    const until = instantText(new Date(Date.parse(sent_at ?? '') + obeyedMs))
    const said = obey(`pm/${key}/${storage_id}/set`, Buffer.from(JSON.stringify({ mode, powerW, until })))
    if (said !== undefined) await intake.takes.takeFromBroker({ ...said, isKept: false })
  }
}

function jsonOf(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}
