import { useId, useState } from 'react'
import type { EnergyHistory } from '#contract/energy-history.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import type { EnergyPart } from './energy-figures.ts'
import type { EnergyStepRow } from './energy-steps.ts'
import { energyText } from './energy-words.ts'
import { Patterns, patterns } from './part-patterns.tsx'
import { StepBars } from './step-bars.tsx'

type Energies = EnergyHistory['sums']

interface PartChartProps {
  title: string
  parts: readonly EnergyPart[]
  rows: readonly EnergyStepRow[]
  sums: Energies
  /** The total of the same parts in each compared step. */
  compared: readonly (number | undefined)[]
  chosen: number | null
  onChoose: (index: number | null) => void
  onOpen: (index: number) => void
  onTurn: (by: -1 | 1) => void
}

/** A chart of steps with its legend: the values of the chosen step or, without one, the sums. */
export function PartChart({ title, parts, rows, sums, compared, chosen, onChoose, ...keys }: PartChartProps) {
  // The charts of a period share the chosen step: only the chart in which it was moved reads it out.
  const [movedTo, setMovedTo] = useState<number | null>()
  const shown = chosen === null ? undefined : rows[chosen]
  const used = parts.filter(part => (part.of(sums) ?? 0) > 0)
  const bars = rows.map(({ day, result, state }, index) => ({
    key: day,
    parts: parts.map(part => (result === null ? 0 : (part.of(result) ?? 0))),
    state,
    compared: compared[index],
  }))
  const names = [...new Set([rows[0], rows[Math.floor(rows.length / 2)], rows.at(-1)])].flatMap(row => row?.name ?? [])
  return (
    <figure className="m-0 grid min-w-0 content-start gap-4">
      <figcaption>
        <h3 className="text-lead">{title}</h3>
        <p className="tabular text-label text-muted">{shown === undefined ? texts.sums : nameOf(shown)}</p>
        <p role="status" className="sr-only">
          {movedTo !== chosen ? '' : shown === undefined ? texts.sums : stepSentence(shown, used)}
        </p>
      </figcaption>
      <StepBars
        summary={texts.summary(
          title,
          used.map(part => `${part.name} ${energyText(part.of(sums))}`),
        )}
        bars={bars}
        names={names}
        chosen={chosen}
        onChoose={index => {
          setMovedTo(index)
          onChoose(index)
        }}
        {...keys}
      />
      <PartLegend parts={parts} sums={sums} shown={shown === undefined ? sums : shown.result} />
    </figure>
  )
}

const texts = energySiteTexts.history

/** The same without steps: one bar across, for the chosen part of a day or, without one, the whole day. */
export function PartShares({
  title,
  parts,
  sums,
  shown,
}: {
  title: string
  parts: readonly EnergyPart[]
  sums: Energies
  shown: Energies | null
}) {
  const id = useId()
  const amounts = parts.map(part => (shown === null ? 0 : (part.of(shown) ?? 0)))
  const whole = amounts.reduce((sum, amount) => sum + amount, 0)
  let before = 0
  return (
    <figure className="m-0 grid min-w-0 content-start gap-3">
      <figcaption>
        <h3 className="text-lead">{title}</h3>
      </figcaption>
      <svg aria-hidden="true" data-graphic="" width="100%" height="20" className="overflow-visible">
        <Patterns id={id} />
        <rect width="100%" height="20" className="energy-track" />
        {amounts.map((amount, level) => {
          const x = whole === 0 ? 0 : (before / whole) * 100
          before += amount
          return amount === 0 ? null : (
            <rect
              key={parts[level]?.name}
              x={`${x}%`}
              width={`${(amount / whole) * 100}%`}
              height="20"
              fill={`url(#${id}-${patterns[level] ?? 'empty'})`}
              className="stroke-graphic"
            />
          )
        })}
      </svg>
      <PartLegend parts={parts} sums={sums} shown={shown} />
    </figure>
  )
}

function PartLegend({ parts, sums, shown }: { parts: readonly EnergyPart[]; sums: Energies; shown: Energies | null }) {
  const id = useId()
  const used = parts.map((part, level) => ({ ...part, level })).filter(part => (part.of(sums) ?? 0) > 0)
  return (
    <ul className="grid gap-1 text-label">
      {used.map(part => (
        <li key={part.name} className="flex items-center gap-2">
          <svg aria-hidden="true" data-graphic="" width="16" height="16" className="shrink-0">
            <Patterns id={`${id}-${part.level}`} />
            <rect
              width="16"
              height="16"
              fill={`url(#${id}-${part.level}-${patterns[part.level] ?? 'empty'})`}
              className="stroke-graphic"
            />
          </svg>
          <span className="min-w-0 flex-1">{part.name}</span>
          <span className="tabular whitespace-nowrap font-semibold">
            {energyText(shown === null ? null : part.of(shown))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function stepSentence(row: EnergyStepRow, parts: readonly EnergyPart[]): string {
  const { result } = row
  const values = result === null ? [] : parts.map(part => `${part.name} ${energyText(part.of(result))}`)
  return texts.step(nameOf(row), values)
}

function nameOf({ name, state }: EnergyStepRow): string {
  const note = {
    measured: '',
    partial: ` · ${energyDayTexts.partial}`,
    gap: ` · ${texts.gap}`,
    later: ` · ${energyDayTexts.picture.notYet}`,
  }
  return `${name}${note[state]}`
}
