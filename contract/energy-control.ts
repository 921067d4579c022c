/** Control of the storages of a site: their current modes, who decides them, and the commands their devices accept. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { energyCommand } from './energy-commands.ts'
import { energyOverride } from './energy-overrides.ts'
import { planModes } from './energy-plan-words.ts'
import { storageKinds } from './energy-storages.ts'
import { id, instant } from './fields.ts'
import { siteControls } from './lists.ts'

const controlledStorage = z.object({
  id,
  name: z.string(),
  kind: z.enum(storageKinds),
  maxChargeW: z.number(),
  /** Whether a device is assigned that takes commands. */
  hasTarget: z.boolean(),
  /** The modes that its device accepts; empty without one. */
  modes: z.array(z.enum(planModes)),
  /** Of the maximum; null without a current reading. */
  levelPercent: z.nullable(z.number()),
  /** The current step of the plan; null without a plan in force. */
  suggestion: z.nullable(
    z.object({ mode: z.enum(planModes), powerW: z.nullable(z.number()), sentence: z.string(), planId: id }),
  ),
  /** In force; null: the device decides on its own. */
  command: z.nullable(energyCommand),
  /** In force. */
  override: z.nullable(energyOverride),
  /** The next one of its schedule. */
  nextDeparture: z.nullable(instant),
})

export const siteControlState = z.object({
  control: z.enum(siteControls),
  /** Whether this portal sends commands at all. */
  canSend: z.boolean(),
  /** Whether a reading has arrived in the last five minutes; without one nothing is sent. */
  isHeard: z.boolean(),
  /** The network operator limits the site. */
  isDimmed: z.boolean(),
  storages: z.array(controlledStorage),
})
export type SiteControlState = z.output<typeof siteControlState>
export type ControlledStorage = SiteControlState['storages'][number]

/** A setting of a device, as described by the device. */
export const foundTarget = z.object({
  topic: z.string(),
  name: z.string(),
  component: z.enum(['select', 'number', 'switch']),
  /** Of a select. */
  options: z.array(z.string()),
})
export type FoundTarget = z.output<typeof foundTarget>

export const energyControl = defineEndpoints({
  get: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/control/',
    access: 'customer',
    summary: 'The command in force, the override and the suggestion of each storage of a site.',
    response: siteControlState,
  },
  targets: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/command-targets/',
    access: 'admin',
    summary: 'What devices of a site let Home Assistant set: targets for commands.',
    response: z.object({ results: z.array(foundTarget) }),
  },
})
