import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

interface RoundingNoteProps {
  prices: ShownPrices
  /** For each displayed sum, the net amounts of its parts. */
  sums: readonly (readonly number[])[]
}

/** Explains why amounts do not add up to their sum: tax is rounded on the sum, as on an invoice. Renders nothing if they add up. */
export function RoundingNote({ prices, sums }: RoundingNoteProps) {
  return sums.every(prices.addUp) ? null : <p className="text-small text-muted">{commonTexts.sumRounded}</p>
}
