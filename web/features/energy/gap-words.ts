/** Gaps in words. */
import type { EnergyGap } from '#contract/energy-gaps.ts'
import { berlinDate, formatDate } from '#web/lib/format/format.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import type { DaySlot } from './day-series.ts'
import { dayAfter, midnightOf, type RangeStep } from './energy-range.ts'
import { type EnergyStepRow, endOfStep, startOfStep } from './energy-steps.ts'
import { endName, timeName } from './step-name.ts'

const texts = energyDayTexts.gaps

/** Why the quarter-hour at `startsAt` is a gap; null: unknown. */
export function reasonAt(gaps: readonly EnergyGap[], startsAt: string): string | null {
  const at = Date.parse(startsAt)
  const gap = gaps.find(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to))
  return gap === undefined ? null : reasonText(gap)
}

export function reasonText({ reason, channels, code }: EnergyGap): string {
  if (reason === 'refused') {
    const why = code === null ? '' : energySiteTexts.rejections.codes[code]
    // A message refused as a whole has no channel.
    const named = channels.filter(channel => channel !== '')
    return texts.refused(named, why)
  }
  return texts[reason](channels)
}

/** The gaps of the shown quarter-hours, consecutive ones joined, each with its time and reason. */
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
    text: `${energyDayTexts.picture.until(timeName(from), endName(new Date(to).toISOString()))}: ${reason}`,
  }))
}

/** For the table: the quarter-hours that are gaps, each with its reason. */
export function slotGaps(slots: readonly DaySlot[], reasonOf: (startsAt: string) => string | null): TableGaps {
  const over = slots.filter(({ state }) => state !== 'later')
  const reasons = new Map(
    over.flatMap(({ startsAt, state }) =>
      state === 'gap' ? [[Date.parse(startsAt), reasonOf(startsAt) ?? texts.unknown]] : [],
    ),
  )
  return { starts: over.map(({ startsAt }) => startsAt), noteOf: startsAt => reasons.get(Date.parse(startsAt)) ?? '' }
}

/** The gaps shown in a table of steps. */
export type TableGaps = {
  /** Of all past steps, including those without values. */
  starts: readonly string[]
  noteOf: (startsAt: string) => string
}

/** For the table of days, months or years: the reasons of the gaps in each. */
export function stepGaps(rows: readonly EnergyStepRow[], step: RangeStep, gaps: readonly EnergyGap[]): TableGaps {
  const over = rows.filter(({ state }) => state !== 'later')
  const spans = new Map(over.map(row => [startOfStep(row.day), endOfStep(row.day, step)]))
  return {
    starts: [...spans.keys()].map(start => new Date(start).toISOString()),
    noteOf: startsAt => {
      const from = Date.parse(startsAt)
      const inside = gapsIn(gaps, from, spans.get(from) ?? from)
      return [...new Set(inside.map(reasonText))].join(' ')
    },
  }
}

/** The longest gaps between two instants, in order, each with its dates, times and reason. */
export function longGapLines(
  gaps: readonly EnergyGap[],
  span: { from: number; to: number },
  countMax: number,
): { key: string; text: string }[] {
  const cut = gapsIn(gaps, span.from, span.to).map(gap => ({
    from: Math.max(Date.parse(gap.from), span.from),
    to: Math.min(Date.parse(gap.to), span.to),
    reason: reasonText(gap),
  }))
  const longest = cut.toSorted((one, other) => other.to - other.from - (one.to - one.from)).slice(0, countMax)
  return longest
    .toSorted((one, other) => one.from - other.from)
    .map(({ from, to, reason }) => ({ key: String(from), text: `${spanText(from, to)}: ${reason}` }))
}

export function gapsIn(gaps: readonly EnergyGap[], from: number, to: number): readonly EnergyGap[] {
  return gaps.filter(gap => Date.parse(gap.from) < to && Date.parse(gap.to) > from)
}

/** Whole days by their dates, otherwise with times of day. */
function spanText(from: number, to: number): string {
  const [first, last] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const [day, lastDay] = [berlinDate(new Date(from)), berlinDate(new Date(to - 1))]
  if (midnightOf(day) === from && midnightOf(dayAfter(lastDay, 1)) === to) {
    return day === lastDay ? formatDate(day) : energyDayTexts.span(formatDate(day), formatDate(lastDay))
  }
  return texts.span(
    `${formatDate(day)}, ${timeName(first)}`,
    day === lastDay ? endName(last) : `${formatDate(lastDay)}, ${endName(last)}`,
  )
}

const slotMs = 900_000
