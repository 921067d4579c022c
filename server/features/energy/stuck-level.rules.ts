/** Whether the level of a battery does not change although energy flows into or out of it. Pure. */
import type { SiteChannel } from './site-slots.rules.ts'

/** Energy into or out of a battery that has to change its level. */
const stuckMwh = 1_000_000

export type LevelWatch = {
  /** Over the last hours, in thousandths of a percent; null: not reported. */
  readonly least: number | null
  readonly most: number | null
  /** Charged less discharged in the same time, in mWh. */
  readonly netMwh: number
  /** The unchanged level when its alarm began; null without an open alarm. */
  readonly stuckAt: number | null
}

/** An open alarm lasts until the level moves, also while the battery rests. */
export function isLevelStuck({ least, most, netMwh, stuckAt }: LevelWatch): boolean {
  if (stuckAt !== null) return least === null || (least === stuckAt && most === stuckAt)
  return least !== null && least === most && Math.abs(netMwh) >= stuckMwh
}

/**
 * The channels that measure the battery of a level: those of its storage or device, or all where the site has one
 * battery. null: they cannot be distinguished.
 * @param batteries all channels of batteries of the site
 */
export function channelsOfLevel<Channel extends SiteChannel>(
  level: SiteChannel,
  batteries: readonly Channel[],
): readonly Channel[] | null {
  const own = batteries.filter(({ storageId, device }) =>
    level.storageId === null || storageId === null
      ? device === level.device && level.device !== ''
      : storageId === level.storageId,
  )
  const found = own.some(({ measure }) => isEnergy(measure)) ? own : batteries
  return isOneBattery(found) ? found : null
}

function isEnergy(measure: SiteChannel['measure']): boolean {
  return measure === 'power' || measure === 'charge' || measure === 'discharge'
}

/** Whether these are channels of one battery: energy, each measure once, and one storage at most. */
function isOneBattery(channels: readonly SiteChannel[]): boolean {
  const storages = new Set(channels.flatMap(({ storageId }) => storageId ?? []))
  const watched = channels.filter(({ measure }) => measure === 'level' || isEnergy(measure))
  const isOnce = new Set(watched.map(({ measure }) => measure)).size === watched.length
  return storages.size <= 1 && isOnce && watched.some(({ measure }) => isEnergy(measure))
}
