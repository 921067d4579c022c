import { noVatNote } from '#contract/texts/prices.texts.ts'
import { useSession } from '#web/lib/session/use-session.ts'

/** Shown once on a page with amounts of a small business, which are neither net nor gross (§ 19 UStG). */
export function NoVatNote() {
  const { prices } = useSession()
  return prices !== null && prices.vatRate === null ? <p className="text-muted text-small">{noVatNote}</p> : null
}
