/** Gaps of a day in words. */
import type { EnergyGap } from '#contract/energy-gaps.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import type { DaySlot } from './day-series.ts'
import { timeName } from './step-name.ts'

const texts = energyDayTexts.gaps

/** Why the quarter-hour at `startsAt` is a gap; null: not known. */
export function reasonAt(gaps: readonly EnergyGap[], startsAt: string): string | null {
  const at = Date.parse(startsAt)
  const gap = gaps.find(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to))
  return gap === undefined ? null : reasonText(gap)
}

export function reasonText({ reason, channels, code }: EnergyGap): string {
  if (reason === 'refused') return texts.refused(channels, code === null ? '' : energySiteTexts.rejections.codes[code])
  return texts[reason](channels)
}

/** The gaps of the shown quarter-hours in a row, each with its time and reason. */
export function gapLines(slots: readonly DaySlot[], gaps: readonly EnergyGap[]): { key: string; text: string }[] {
  const found: { from: string; to: number; reason: string }[] = []
  for (const { startsAt, state } of slots) {
    if (state !== 'gap') continue
    const [at, reason] = [Date.parse(startsAt), reasonAt(gaps, startsAt) ?? texts.unknown]
    const last = found.at(-1)
    if (last?.to === at && last.reason === reason) last.to = at + slotMs
    else found.push({ from: startsAt, to: at + slotMs, reason })
  }
  return found.map(({ from, to, reason }) => ({
    key: from,
    text: `${energyDayTexts.picture.until(timeName(from), timeName(new Date(to).toISOString()))}: ${reason}`,
  }))
}

const slotMs = 900_000
