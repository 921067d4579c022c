import { energyDayTexts } from '#web/texts/energy-days.texts.ts'

/** The table has them all. */
export const shownGapsMax = 6

interface GapListProps {
  lines: readonly { key: string; text: string }[]
  /** The number of gaps, if the lines are only some of them. */
  count?: number
  /** The words for the rest. */
  more?: (count: number) => string
}

/** Gaps with their reasons; nothing without a gap. */
export function GapList({ lines, count = lines.length, more = energyDayTexts.gaps.more }: GapListProps) {
  const { title } = energyDayTexts.gaps
  if (lines.length === 0) return null
  const left = count - Math.min(lines.length, shownGapsMax)
  return (
    <section aria-label={title} className="mt-4 text-label">
      <h4 className="font-semibold">{title}</h4>
      <ul className="grid list-disc gap-1 pl-5">
        {lines.slice(0, shownGapsMax).map(({ key, text }) => (
          <li key={key} className="wrap-anywhere tabular">
            {text}
          </li>
        ))}
        {left > 0 ? <li>{more(left)}</li> : null}
      </ul>
    </section>
  )
}
