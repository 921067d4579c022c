import type { KeyboardEvent } from 'react'
import { formatLongDate } from '#web/lib/format/format.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { DayPlot } from './day-plot.tsx'
import type { DaySlot } from './day-series.ts'
import { DaySwatch } from './day-swatch.tsx'
import { stepAfterKey } from './step-keys.ts'
import { endName, timeName } from './step-name.ts'

interface DayPictureProps {
  day: string
  slots: readonly DaySlot[]
  /** Sums of the day, read out as its summary. */
  sums: readonly string[]
  /** Why a quarter-hour is a gap; null: unknown. */
  reasonOf: (startsAt: string) => string | null
  chosen: number | null
  /** null: the whole day. */
  onChoose: (index: number | null) => void
  /** Page up and page down: the day before and after. */
  onTurn: (by: -1 | 1) => void
}

/** Generation, use, grid and battery level of a day in one picture, quarter-hour by quarter-hour. */
export function DayPicture({ day, slots, sums, reasonOf, chosen, onChoose, onTurn }: DayPictureProps) {
  const hasLevel = slots.some(({ levelPercent }) => levelPercent !== null)
  const shown = chosen === null ? undefined : slots[chosen]
  function move(event: KeyboardEvent) {
    const turn = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : undefined
    const next = stepAfterKey(event.key, chosen, slots.length)
    if (turn === undefined && next === undefined) return
    event.preventDefault()
    if (turn !== undefined) onTurn(turn)
    if (next !== undefined) onChoose(next)
  }
  return (
    <figure className="m-0 grid min-w-0 gap-4">
      <figcaption>
        <h3 className="text-lead">{texts.title}</h3>
        <p role="status" className="tabular min-h-[3em] text-label text-muted sm:min-h-[1.5em]">
          {shown === undefined ? texts.wholeDay : slotText(shown, reasonOf(shown.startsAt))}
        </p>
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for a chart */}
      <div
        role="group"
        aria-label={texts.summary(formatLongDate(day), sums)}
        aria-roledescription={texts.hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through the quarter-hours
        tabIndex={0}
        onKeyDown={move}
        data-steps=""
        className="day-frame rounded-box"
      >
        <DayPlot slots={slots} chosen={chosen} hasLevel={hasLevel} onChoose={onChoose} />
      </div>
      <Legend slot={shown} hasLevel={hasLevel} />
    </figure>
  )
}

const texts = energyDayTexts.picture

/** The forms of the picture, with the powers of the chosen quarter-hour. */
function Legend({ slot, hasLevel }: { slot: DaySlot | undefined; hasLevel: boolean }) {
  const power = (kilowatts: number | null | undefined) =>
    slot === undefined ? '' : kilowatts === null || kilowatts === undefined ? '–' : texts.power(kilowatts)
  const rows = [
    { form: 'generation', name: texts.generation, value: power(slot?.generationKw) },
    { form: 'use', name: texts.use, value: power(slot?.useKw) },
    { form: 'import', name: texts.import, value: power(slot?.importKw) },
    { form: 'export', name: texts.export, value: power(slot?.exportKw) },
    ...(hasLevel
      ? [
          {
            form: 'level',
            name: texts.level,
            value:
              slot === undefined ? '' : slot.levelPercent === null ? '–' : energySiteTexts.percent(slot.levelPercent),
          } as const,
        ]
      : []),
  ] as const
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-label">
      {rows.map(({ form, name, value }) => (
        <li key={form} className="flex items-center gap-2">
          <DaySwatch form={form} />
          <span>{name}</span>
          <span className="tabular whitespace-nowrap font-semibold">{value}</span>
        </li>
      ))}
    </ul>
  )
}

/** A quarter-hour in words. */
function slotText(slot: DaySlot, reason: string | null): string {
  const end = new Date(Date.parse(slot.startsAt) + 900_000).toISOString()
  const name = texts.until(timeName(slot.startsAt), endName(end))
  if (slot.state === 'later') return `${name}: ${texts.notYet}`
  if (slot.state === 'gap') return `${name}: ${texts.gap}. ${reason ?? ''}`.trim()
  const part = (label: string, kilowatts: number | null) =>
    kilowatts === null ? [] : [`${label} ${texts.power(kilowatts)}`]
  const level = slot.levelPercent === null ? [] : [`${texts.level} ${energySiteTexts.percent(slot.levelPercent)}`]
  const parts = [
    ...part(texts.generation, slot.generationKw),
    ...part(texts.use, slot.useKw),
    ...part(texts.import, slot.importKw),
    ...part(texts.export, slot.exportKw),
    ...level,
  ]
  return `${name}: ${parts.join(', ')}`
}
