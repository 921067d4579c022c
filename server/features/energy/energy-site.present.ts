import type { EnergySite, ListedEnergySite } from '#contract/energy-sites.ts'
import type { Actor } from '#server/auth/actor.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { sitePermissionsOf } from './energy.policy.ts'
import type { SiteRow } from './energy-site.queries.ts'
import { siteFieldsOf } from './energy-site.rules.ts'
import type { SiteNow } from './site-now.queries.ts'

export function presentSite(actor: Actor, row: SiteRow): EnergySite {
  const { customerId, ...fields } = siteFieldsOf(row)
  return {
    id: row.id,
    customer: { id: customerId, name: displayNameOf(row) },
    ...fields,
    demo: row.is_demo === 1,
    state: row.state,
    lastReadingAt: row.last_reading_at,
    alarms: row.alarms,
    key: row.key,
    hasToken: row.token_hash !== null,
    permissions: sitePermissionsOf(actor),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function presentListedSite(actor: Actor, row: SiteRow, now: SiteNow | undefined): ListedEnergySite {
  const { pv_w: pvW, pv_at: pvAt, level_percent: percent, level_at: levelAt, pv_today_mwh: pvTodayMwh } = now ?? {}
  return {
    ...presentSite(actor, row),
    now: {
      pv: pvW == null || pvAt == null ? null : { powerW: tenths(pvW), at: pvAt },
      level: percent == null || levelAt == null ? null : { percent: tenths(percent), at: levelAt },
      pvTodayWh: pvTodayMwh == null ? null : pvTodayMwh / 1_000,
      oldestAt: now?.oldest_at ?? null,
    },
  }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
