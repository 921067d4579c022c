import type { BusinessProfileInput } from '#contract/business-profile.ts'
import { type Prices, pricesFor } from '#contract/prices.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { emptyProfile } from './business-profile.rules.ts'

export type StoredProfile = { profile: BusinessProfileInput; revision: number; updatedAt: string }

const readProfile = prepared<Record<never, never>>()(db =>
  db.selectFrom('business_profile').select(['profile', 'revision', 'updated_at']),
)

/** Whether a customer's amounts are net or gross. */
export async function getPricesOf(connection: Connection, customerId: string): Promise<Prices> {
  const customer = await connection
    .selectFrom('customer')
    .select('kind')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const { profile } = await getProfile(connection)
  return pricesFor(customer.kind, profile)
}

/** Whether the business has switched off the page at this path of the site. */
export async function isSwitchedOff(connection: Connection, path: string): Promise<boolean> {
  if (!/^\/power-master\/?$/.test(path)) return false
  return !(await getProfile(connection)).profile.powerMaster.isShown
}

/** The business profile; an empty one at revision 0 before the set-up. Read from its one row every time. */
export async function getProfile(connection: Connection): Promise<StoredProfile> {
  const [row] = await readProfile(connection, {})
  if (row === undefined) return { profile: emptyProfile, revision: 0, updatedAt: '' }
  // Only `replaceProfile` and the set-up write it, from checked input; fields added later start empty.
  const stored = JSON.parse(row.profile) as BusinessProfileInput
  const homepage = { ...emptyProfile.homepage, ...stored.homepage }
  const powerMaster = { ...emptyProfile.powerMaster, ...stored.powerMaster }
  const profile = { ...emptyProfile, ...stored, homepage, powerMaster }
  return { profile, revision: row.revision, updatedAt: row.updated_at }
}
