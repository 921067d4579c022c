import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

interface RoundingNoteProps {
  prices: ShownPrices
  /** The net amounts of each sum that stands with its parts. */
  sums: readonly (readonly number[])[]
}

/** Why amounts do not add up to their sum: tax is rounded on the sum, as on an invoice. Nothing where they do. */
export function RoundingNote({ prices, sums }: RoundingNoteProps) {
  return sums.every(prices.addUp) ? null : <p className="text-small text-muted">{commonTexts.sumRounded}</p>
}
