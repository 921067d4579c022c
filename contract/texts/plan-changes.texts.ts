/** Why the expected cost of a plan has moved, in one German sentence. */
import type { PlanChangeCause } from '#contract/energy-plan-words.ts'

/** `changedEur` above zero: dearer than the previous plan. */
export function planChangeSentence(changedEur: number, cause: PlanChangeCause): string {
  const isDearer = changedEur > 0
  const cents = `${Math.round(Math.abs(changedEur) * 100)}\u00A0ct`
  return `Der Plan rechnet mit ${cents} ${isDearer ? 'mehr' : 'weniger'} Kosten als der davor: ${causes[cause][isDearer ? 0 : 1]}.`
}

/** Dearer, cheaper. */
const causes: Readonly<Record<PlanChangeCause, readonly [string, string]>> = {
  prices: ['Strom wird teurer als gedacht', 'Strom wird günstiger als gedacht'],
  sun: ['Es wird weniger Sonne erwartet', 'Es wird mehr Sonne erwartet'],
  load: ['Das Haus braucht mehr als erwartet', 'Das Haus braucht weniger als erwartet'],
  level: ['In den Speichern ist weniger als geplant', 'In den Speichern ist mehr als geplant'],
  schedule: [
    'Abfahrten, Anschluss oder Speicher haben sich geändert',
    'Abfahrten, Anschluss oder Speicher haben sich geändert',
  ],
}
