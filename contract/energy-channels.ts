/** Channels: the measured values of a site. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { channelFactorMax, channelKeyLengthMax, channelPowerWMax, topicLengthMax } from './energy-limits.ts'
import { channelMeasures, channelRoles } from './energy-roles.ts'
import { id, instant, line, numberProblem, optionalLine } from './fields.ts'
import { listQuery } from './list-query.ts'
import { energyChannelList } from './lists.ts'

/** Who sends the value: a program by push, or an adapter that finds it in a message. */
export const channelAdapters = ['evcc', 'homeassistant', 'shelly', 'tasmota', 'opendtu', 'topic'] as const
export type ChannelAdapter = (typeof channelAdapters)[number]

/** `path`: the JSON path inside the message; empty where the message is the value. */
export const channelSource = z.union([
  z.literal('push'),
  z.strictObject({
    adapter: z.enum(channelAdapters),
    topic: line(topicLengthMax),
    path: optionalLine(topicLengthMax),
  }),
])

const channelKey = z
  .string('required')
  .check(
    z.trim(),
    z.maxLength(channelKeyLengthMax, { error: 'invalid', abort: true }),
    z.regex(/^[a-z0-9-]+$/, 'invalid'),
  )

/** W, Wh or % per unit sent, with at most six decimals; −1 turns a sign, 1000 is kWh. */
const factor = z.number({ error: numberProblem }).check(
  z.minimum(-channelFactorMax, { error: 'number.invalid', abort: true }),
  z.maximum(channelFactorMax, { error: 'number.too_large', abort: true }),
  z.refine(value => value !== 0 && Math.abs(value * 1e6 - Math.round(value * 1e6)) < 1e-4, 'number.decimals'),
)

/** The full body of a channel for PUT. A channel stays with its site. */
export const energyChannelInput = z.strictObject({
  /** Unique in the site; senders name the channel by it. */
  key: channelKey,
  name: line(),
  role: z.enum(channelRoles),
  measure: z.enum(channelMeasures),
  factor,
  /** Highest plausible power; the energy of a counter may not rise faster. */
  maxW: z
    .int({ error: numberProblem })
    .check(z.minimum(1, 'number.invalid'), z.maximum(channelPowerWMax, 'number.too_large')),
  source: channelSource,
  /** The device that measures, where several have the same role: its counters replace its own power only. */
  device: optionalLine(channelKeyLengthMax),
  /** The storage it measures. */
  storageId: z.nullable(id),
})
export type EnergyChannelInput = z.output<typeof energyChannelInput>

const { key, name, role, measure, ...rest } = energyChannelInput.shape
export const newEnergyChannel = z.extend(z.partial(z.strictObject(rest)), { siteId: id, key, name, role, measure })
export type NewEnergyChannel = z.output<typeof newEnergyChannel>

export const energyChannel = z.object({
  id,
  siteId: id,
  key: z.string(),
  name: z.string(),
  role: z.enum(channelRoles),
  measure: z.enum(channelMeasures),
  factor: z.number(),
  maxW: z.int(),
  source: channelSource,
  device: z.string(),
  storageId: z.nullable(id),
  /** The latest reading, in W, Wh, %, °C, 0 or 1. */
  lastValue: z.nullable(z.number()),
  lastAt: z.nullable(instant),
  /** The last twenty readings in a row had the wrong sign: −1 as factor may be missing. */
  isSignInDoubt: z.boolean(),
  permissions: z.array(z.enum(['update', 'delete'])),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type EnergyChannel = z.output<typeof energyChannel>

export const energyChannels = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/energy-channels/',
    access: 'customer',
    summary: 'Channels of one site or of all in scope, in the order they were added.',
    query: listQuery(energyChannelList),
    response: page(energyChannel),
  },
  create: {
    method: 'POST',
    path: '/api/backend/energy-channels/',
    access: 'admin',
    summary: 'Add a channel to a site.',
    body: newEnergyChannel,
    response: energyChannel,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/energy-channels/{id}/',
    access: 'customer',
    summary: 'One channel.',
    response: energyChannel,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/energy-channels/{id}/',
    access: 'admin',
    summary: 'Replace a channel; requires the full body. Recomputes stored values if their meaning changes.',
    body: energyChannelInput,
    response: energyChannel,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/energy-channels/{id}/',
    access: 'admin',
    summary: 'Change parts of a channel. Recomputes stored values if their meaning changes.',
    body: z.partial(energyChannelInput),
    response: energyChannel,
    conditional: true,
  },
  turnSign: {
    method: 'POST',
    path: '/api/backend/energy-channels/{id}/turned-sign/',
    access: 'admin',
    summary: 'Invert the sign of a channel; the slots of its kept readings are recomputed.',
    response: energyChannel,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/energy-channels/{id}/',
    access: 'admin',
    summary: 'Delete a channel with its readings; further readings for it are rejected.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
})
