/** The latest values of a site in the list, each with its age, which is updated between two fetches. */
import type { ListedEnergySite } from '#contract/energy-sites.ts'
import { useNow } from '#web/lib/browser/use-now.ts'
import { formatRelative } from '#web/lib/format/format.ts'
import { energyLiveTexts } from '#web/texts/energy-live.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { freshSeconds } from './flow-nodes.ts'

const tickMs = 10_000

/** The age of a value: `vor 12 s`, `vor 3 Tagen`. */
export function ValueAge({ at, words = age => age }: { at: string; words?: (age: string) => string }) {
  return <span className="tabular">{words(ageWords(at, useNow(tickMs)))}</span>
}

export function ageWords(at: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1_000))
  return seconds < 60 ? energyLiveTexts.seconds(seconds) : formatRelative(at, now)
}

/** The age of an old value; renders nothing for a fresh one. */
export function OldValue({ value }: { value: ListedEnergySite['now']['pv' | 'level'] }) {
  const now = useNow(tickMs)
  if (value === null || now - Date.parse(value.at) <= freshSeconds * 1_000) return null
  return <span className="whitespace-normal">{energySiteTexts.owner.old(ageWords(value.at, now))}</span>
}
