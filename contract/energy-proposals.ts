/** Values that devices of a site send and nobody has assigned yet. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { channelSource, energyChannel, energyChannelInput } from './energy-channels.ts'
import { channelMeasures, channelRoles } from './energy-roles.ts'
import { id, instant } from './fields.ts'

export const energyProposal = z.object({
  id,
  /** Who sends it; `push` for a channel that the site does not have. */
  source: channelSource,
  /** The sender's name for it. */
  name: z.string(),
  /** The proposed role; null if unknown. */
  role: z.nullable(z.enum(channelRoles)),
  measure: z.nullable(z.enum(channelMeasures)),
  factor: z.number(),
  /** Of the value as sent; empty where unknown. */
  unit: z.string(),
  /** The latest value as sent; null before the first. */
  example: z.nullable(z.string()),
  seenAt: instant,
})
export type EnergyProposal = z.output<typeof energyProposal>

const { key, name, role, measure, factor, maxW, device, storageId } = energyChannelInput.shape
/** Missing fields are taken from the proposal. */
export const assignment = z.partial(z.strictObject({ key, name, role, measure, factor, maxW, device, storageId }))
export type Assignment = z.output<typeof assignment>

export const energyProposals = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/proposals/',
    access: 'admin',
    summary: 'What devices of a site send and nobody has assigned yet: with an example and a proposed role.',
    response: z.object({ results: z.array(energyProposal) }),
  },
  assign: {
    method: 'POST',
    path: '/api/backend/energy-proposals/{id}/channel/',
    access: 'admin',
    summary: 'Turn a proposal into a channel: values sent from then on count.',
    body: assignment,
    response: energyChannel,
    status: 201,
  },
})
