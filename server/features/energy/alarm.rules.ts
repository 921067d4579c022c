/** Derives alarms from the present state of a site. */
import type { AlarmKind } from '#contract/energy-alarms.ts'
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { isSignInDoubt } from './energy-channel.rules.ts'

/** `since`: an instant. */
export type FoundAlarm = { readonly kind: AlarmKind; readonly subjectId: string; readonly since: string }

export type WatchedSite = {
  readonly id: string
  readonly state: 'ok' | 'silent' | 'unknown'
  readonly last_reading_at: string | null
  readonly latitude_hundredths: number | null
  readonly longitude_hundredths: number | null
}

export type WatchedChannel = Pick<ChannelRow, 'id' | 'site_id' | 'role' | 'measure' | 'last_at' | 'wrong_signs'>

/** A site or a channel may be silent for this long. */
export const silentAfterMs = 15 * minuteMs
/** A counter that was reset is watched for a day. */
export const resetWatchedMs = dayMs
/** Shares of the used energy: above the first the balance is in doubt, below the other it is trusted again. */
const doubt = { above: 0.03, below: 0.025, leastUsedMwh: 500_000 }

/**
 * Silence and signs. Nothing else is known of a silent site: its channels keep their alarms (null). Cars leave, and
 * inverters sleep while the sun is down; one that failed by day does not recover because night falls. `isLasting`:
 * whether this alarm exists already.
 */
export function stateAlarms(
  site: WatchedSite,
  channels: readonly WatchedChannel[],
  now: Date,
  isLasting: (alarm: FoundAlarm) => boolean,
): FoundAlarm[] | null {
  if (site.state === 'silent') return null
  const isNight = sunElevation(site, now) < 5 || sunElevation(site, new Date(now.getTime() - hourMs)) < 5
  return channels.flatMap(channel => {
    const { id: subjectId, role, measure, last_at: since } = channel
    if (since === null) return []
    const silence = { kind: 'channel_silent' as const, subjectId, since }
    const maySleep = role === 'car' || (role === 'pv' && isNight && !isLasting(silence))
    const isSilent = !maySleep && now.getTime() - Date.parse(since) > silentAfterMs
    return [
      ...(isSilent ? [silence] : []),
      ...(measure === 'power' && isSignInDoubt(channel) ? [{ kind: 'sign' as const, subjectId, since }] : []),
    ]
  })
}

/** Whether the balance of a day leaves too much unexplained; it stays in doubt until the rest is clearly smaller. */
export function isBalanceInDoubt(
  { unexplainedMwh, usedMwh }: { unexplainedMwh: number; usedMwh: number },
  wasInDoubt: boolean,
): boolean {
  if (usedMwh < doubt.leastUsedMwh) return wasInDoubt
  return unexplainedMwh / usedMwh > (wasInDoubt ? doubt.below : doubt.above)
}

/**
 * The height of the sun over the horizon in degrees, to about a degree; in the middle of Germany where a site has no
 * place. Formula: Astronomical Almanac, low precision.
 */
export function sunElevation(
  { latitude_hundredths, longitude_hundredths }: Pick<WatchedSite, 'latitude_hundredths' | 'longitude_hundredths'>,
  at: Date,
): number {
  const rad = Math.PI / 180
  const latitude = (latitude_hundredths ?? 5_100) / 100
  const longitude = (longitude_hundredths ?? 1_000) / 100
  const days = at.getTime() / dayMs - 10_957.5
  const anomaly = (357.528 + 0.9856003 * days) * rad
  const ecliptic = (280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad
  const tilt = 23.439 * rad
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic))
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic))
  const hourAngle = (280.46062 + 360.98564737 * days + longitude) * rad - ascension
  const sine =
    Math.sin(latitude * rad) * Math.sin(declination) +
    Math.cos(latitude * rad) * Math.cos(declination) * Math.cos(hourAngle)
  return Math.asin(sine) / rad
}
