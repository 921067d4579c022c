/** The exchange's prices. They are the same for everybody: no scope. */
import { type PriceSource, priceSourceLines } from '#contract/energy-prices.ts'
import type { SiteZone } from '#contract/energy-sites.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'

export type PriceRow = { readonly at_ms: number; readonly spot_thousandths: number; readonly source: PriceSource }

/** The prices of a zone from `from` until before `to`, in milliseconds since 1970, in order. */
export function listPrices(
  connection: Connection,
  range: { readonly zone: SiteZone; readonly from: number; readonly to: number },
): Promise<PriceRow[]> {
  return selectPrices(connection, range)
}

/** The source line shown beside these prices; null without any. */
export function sourceLineOf(rows: readonly PriceRow[]): string | null {
  const sources = new Set(rows.map(({ source }) => source))
  return sources.size === 0 ? null : [...sources].map(source => priceSourceLines[source]).join(' ')
}

const selectPrices = prepared<{ zone: SiteZone; from: number; to: number }>()((db, param) =>
  db
    .selectFrom('energy_price')
    .select(['at_ms', 'spot_thousandths', 'source'])
    .where('zone', '=', param('zone'))
    .where('at_ms', '>=', param('from'))
    .where('at_ms', '<', param('to'))
    .orderBy('at_ms'),
)
