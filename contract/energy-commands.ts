/** Commands that the portal sends to the devices of storages: a log, written by the portal alone. */
import * as z from 'zod/mini'
import { defineEndpoints, page } from './endpoint.ts'
import { planModes, planReasons } from './energy-plan-words.ts'
import { id, instant } from './fields.ts'
import { listQuery } from './list-query.ts'
import { commandStates, energyCommandList } from './lists.ts'

export type CommandState = (typeof commandStates)[number]

/** A command without an answer within this time is not confirmed. */
export const confirmedWithinSeconds = 90

export const energyCommand = z.object({
  id,
  siteId: id,
  storage: z.object({ id, name: z.string() }),
  at: instant,
  mode: z.enum(planModes),
  powerW: z.nullable(z.number()),
  reason: z.enum(planReasons),
  /** Why, in one German sentence. */
  sentence: z.string(),
  planId: z.nullable(id),
  overrideId: z.nullable(id),
  /** The network operator limits the site: no storage takes more than 4.2 kW from the grid. */
  isDimmed: z.boolean(),
  state: z.enum(commandStates),
  /** The device's reason for a refusal; empty without one. */
  answer: z.string(),
  /** The last time; it is repeated while in force. */
  sentAt: z.nullable(instant),
  confirmedAt: z.nullable(instant),
  /** null: in force. */
  endedAt: z.nullable(instant),
})
export type EnergyCommand = z.output<typeof energyCommand>

export const energyCommands = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/energy-commands/',
    access: 'customer',
    summary: 'Commands to the devices of one site or of all in scope, the latest first.',
    query: listQuery(energyCommandList),
    response: page(energyCommand),
  },
  get: {
    method: 'GET',
    path: '/api/backend/energy-commands/{id}/',
    access: 'customer',
    summary: 'One command.',
    response: energyCommand,
  },
})
