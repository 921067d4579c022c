import { energyDayTexts } from '#web/texts/energy-days.texts.ts'

/** The table has them all. */
const shownMax = 6

/** The gaps of a day with their reasons; nothing without a gap. */
export function GapList({ lines }: { lines: readonly { key: string; text: string }[] }) {
  const { title, more } = energyDayTexts.gaps
  if (lines.length === 0) return null
  const left = lines.length - shownMax
  return (
    <section aria-label={title} className="mt-4 text-label">
      <h4 className="font-semibold">{title}</h4>
      <ul className="grid list-disc gap-1 pl-5">
        {lines.slice(0, shownMax).map(({ key, text }) => (
          <li key={key} className="wrap-anywhere tabular">
            {text}
          </li>
        ))}
        {left > 0 ? <li>{more(left)}</li> : null}
      </ul>
    </section>
  )
}
