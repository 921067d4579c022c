import type { Transaction } from 'kysely'
import { proposalsPerSiteMax } from '#contract/energy-limits.ts'
import type { Assignment } from '#contract/energy-proposals.ts'
import { AppError } from '#server/app-error.ts'
import { portalItself } from '#server/auth/actor.ts'
import { instantText, minuteMs } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { insertChannel, storeChange } from './energy-channel.commands.ts'
import { type ChannelRow, getChannel } from './energy-channel.queries.ts'
import { getProposalToChange, type ProposalRow } from './energy-proposal.queries.ts'
import { assignedChannel, type Proposed, placeOf, takenOver, waitingChannel } from './energy-proposal.rules.ts'
import { listChannelsOf } from './energy-reading.queries.ts'
import { demandSite } from './energy-site.queries.ts'

type Trx = Transaction<Database>

/** An example is renewed at most once in this time. */
const renewedAfterMs = minuteMs

/**
 * Stores proposals from the devices of a site, at most two hundred. `known`: those already stored. Open pages are
 * notified of a new one.
 */
export async function keepProposals(
  trx: Trx,
  runtime: Runtime,
  siteId: string,
  { known, found }: { readonly known: readonly ProposalRow[]; readonly found: readonly Proposed[] },
): Promise<void> {
  const now = runtime.clock.now()
  const rows = new Map(known.map(row => [placeOf(row), row]))
  const latest = new Map(found.map(each => [placeOf(each), each]))
  let isNew = false
  for (const [place, { adapter, topic, path, meaning, example }] of latest) {
    const row = rows.get(place)
    if (row === undefined && rows.size >= proposalsPerSiteMax) continue
    if (row !== undefined && !isDue(row, example, now)) continue
    const described = meaning && {
      name: meaning.name,
      role: meaning.role,
      measure: meaning.measure,
      factor_millionths: Math.round(meaning.factor * 1_000_000),
      unit: meaning.unit,
    }
    const seen = { ...(example !== null && { example }), seen_at: instantText(now) }
    if (row !== undefined) {
      await trx
        .updateTable('energy_proposal')
        .set({ ...described, ...seen })
        .where('id', '=', row.id)
        .execute()
      continue
    }
    if (described === null) continue
    const made = { id: newId(), site_id: siteId, adapter, topic, path, created_at: instantText(now) }
    await trx
      .insertInto('energy_proposal')
      .values({ ...made, ...described, example, seen_at: instantText(now) })
      .onConflict(conflict => conflict.columns(['site_id', 'adapter', 'topic', 'path']).doUpdateSet(seen))
      .execute()
    rows.set(place, { ...made, ...described, example, seen_at: instantText(now) })
    isNew = true
  }
  if (isNew) await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'energy_site', id: siteId })
}

function isDue(row: ProposalRow, example: string | null, now: Date): boolean {
  if (example !== null && row.example === null) return true
  return now.getTime() - Date.parse(row.seen_at) >= renewedAfterMs
}

/**
 * Turns a proposal into a channel and deletes it. A channel of the same role and measure that waits for its first value
 * is used for it: beside a second one that sends, it would stay a gap for ever. 404 outside the scope, 422 `required`
 * for a role or measure that neither the proposal nor the body names, and as `addChannel`.
 */
export async function assignProposal(context: Context, id: string, input: Assignment): Promise<ChannelRow> {
  return inTransaction(context, async trx => {
    const proposal = await getProposalToChange(trx, context.scope, id)
    const customerId = await demandSite(trx, proposal.site_id)
    const channels = await listChannelsOf(trx, [{ id: proposal.site_id }])
    const known = channels.get(proposal.site_id) ?? []
    const channel = assignedChannel(proposal, input, new Set(known.map(({ key }) => key)))
    const { numDeletedRows } = await trx.deleteFrom('energy_proposal').where('id', '=', id).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new AppError('not_found')
    const waiting = input.key === undefined ? waitingChannel(known, channel) : undefined
    if (waiting !== undefined) return storeChange(trx, context, waiting, takenOver(proposal, input, channel))
    const channelId = await insertChannel(trx, context, channel, customerId)
    return getChannel(trx, context.scope, channelId)
  })
}
