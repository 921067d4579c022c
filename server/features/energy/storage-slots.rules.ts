/** Energy and levels of one storage in the quarter-hours of a day, from the slots of its channels. Pure. */
import type { Selectable } from 'kysely'
import type { EnergySlotTable } from '#server/database/energy-tables.ts'
import { slotMs, slotOfRow } from './channel-slots.rules.ts'
import type { StorageSlot } from './saving.rules.ts'
import { type SiteChannel, siteSlot } from './site-slots.rules.ts'

type Row = Selectable<EnergySlotTable>
type Edges = { readonly from: number; readonly to: number; readonly levelMsMax: number }

/**
 * The slots between two instants, and the levels in % at both; null: not measured near them.
 * @param channels of the storage
 */
export function storageSlots(
  channels: readonly SiteChannel[],
  rows: readonly Row[],
  { from, to, levelMsMax }: Edges,
): { startPercent: number | null; endPercent: number | null; slots: StorageSlot[] } {
  const numbers = new Set(channels.map(({ number }) => number))
  const byStart = Map.groupBy(
    rows.filter(row => numbers.has(row.channel_number)),
    ({ at_ms: at }) => at,
  )
  const numbersOf = (measure: string) => channels.filter(channel => channel.measure === measure).map(c => c.number)
  const [levels, connections] = [numbersOf('level'), numbersOf('connected')]
  /** The last known level before an instant, in %. */
  const levelAt = (instant: number): number | null => {
    for (let at = instant - slotMs; at >= instant - levelMsMax; at -= slotMs) {
      const known = (byStart.get(at) ?? []).filter(row => levels.includes(row.channel_number))
      const [last] = known.flatMap(({ last_thousandths: thousandths }) => thousandths ?? [])
      if (last !== undefined) return Math.min(100, Math.max(0, last / 1000))
    }
    return null
  }
  const slots = [...byStart]
    .filter(([at]) => at >= from)
    .toSorted(([one], [other]) => one - other)
    .map(([at, ofSlot]): StorageSlot => {
      const flows = siteSlot(at, channels, new Map(ofSlot.map(row => [row.channel_number, slotOfRow(row)])))
      const connected = ofSlot.find(row => connections.includes(row.channel_number))?.mean_thousandths ?? null
      const isCar = channels.some(({ role }) => role === 'car')
      return {
        at,
        chargeMwh: isCar ? flows.car : flows.charge,
        dischargeMwh: isCar ? 0 : flows.discharge,
        isConnected: connected === null ? null : connected >= 500,
      }
    })
  return { startPercent: levelAt(from), endPercent: levelAt(to), slots }
}
