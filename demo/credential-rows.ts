/** The demo's credentials: shared and staff-only ones, with and without a password, some already revealed. */
import type { Insertable } from 'kysely'
import { dayMs, minuteMs } from '#server/clock.ts'
import type { ServiceCredentialTable } from '#server/database/business-tables.ts'
import { passwordPlace } from '#server/features/services/service-credential.commands.ts'
import type { Keys } from '#server/keys.ts'
import { sealSecret } from '#server/secrets/seal.ts'

export type PlannedCredential = {
  label: string
  username: string
  /** Invented; undefined for a credential without a password. */
  password?: string
  isStaffOnly?: true
  /** Who revealed it, and how many days ago. */
  seen?: readonly (readonly [by: 'admin' | 'customer', daysAgo: number])[]
}

export type DemoReveal = { credentialId: string; label: string; by: 'admin' | 'customer'; at: Date }

type Start = { id: string; created_at: string; updated_at: string }
type Owner = { serviceId: string; customerId: string }

export function credentialRow(
  keys: Keys,
  start: Start,
  { serviceId, customerId }: Owner,
  { label, username, password, isStaffOnly }: PlannedCredential,
): Insertable<ServiceCredentialTable> {
  return {
    ...start,
    service_id: serviceId,
    customer_id: customerId,
    label,
    username,
    is_shared: isStaffOnly ? 0 : 1,
    sealed_password: password === undefined ? null : sealSecret(keys, passwordPlace(start.id), password),
  }
}

/** `midnight` is the start of the day of loading; every reveal is on an earlier day, during working hours. */
export function revealsOf(midnight: number, id: string, { label, seen = [] }: PlannedCredential): DemoReveal[] {
  return seen.map(([by, daysAgo], index) => ({
    credentialId: id,
    label,
    by,
    at: new Date(midnight - daysAgo * dayMs + (9 * 60 + index * 47) * minuteMs),
  }))
}
