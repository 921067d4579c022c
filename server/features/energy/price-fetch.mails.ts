import type { PriceSource } from '#contract/energy-prices.ts'
import type { MailContent } from '#server/mail/layout.ts'
import type { PriceFailure } from './price-provider.rules.ts'

const names: Readonly<Record<PriceSource, string>> = {
  energy_charts: 'Energy-Charts.info',
  smard: 'SMARD.de',
}
const words: Readonly<Record<PriceFailure, string>> = {
  unreachable: 'nicht erreichbar',
  status: 'antwortet mit einem Fehler',
  too_large: 'sendet zu viele Daten',
  format: 'sendet etwas anderes als Preise',
  incomplete: 'hat den Tag noch nicht vollständig',
  implausible: 'sendet unglaubwürdige Preise',
}

/** Both sources have failed for a while. `date`: `2026-03-10`. */
export function pricesMissingMail(
  zone: string,
  date: string,
  failures: readonly (readonly [PriceSource, PriceFailure])[],
): MailContent {
  const day = date.split('-').toReversed().join('.')
  return {
    subject: `Strompreise für ${day} fehlen`,
    blocks: [
      {
        kind: 'paragraph',
        text: `die Börsenpreise für den ${day} (Gebiet ${zone}) sind bei keiner der beiden Quellen zu bekommen:`,
      },
      { kind: 'facts', rows: failures.map(([source, failure]) => [names[source], words[failure]]) },
      {
        kind: 'paragraph',
        text: 'PowerMaster rechnet solange mit den Preisen des Vortags und zeigt sie als geschätzt an. Das Portal fragt jede Stunde weiter.',
      },
    ],
  }
}
