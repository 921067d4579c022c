/** A new customer who wants to leave again. */
import { dayMs } from '#server/clock.ts'
import { carryOutErasures } from '#server/features/privacy/erasure-run.commands.ts'
import { buildUser } from './build.ts'
import { buildCustomer } from './build-tickets.ts'
import type { TestApp } from './test-app.ts'

/** The customer with a user and an admin who are logged in, and where the erasure is asked for. */
export async function buildNewcomer(portal: TestApp) {
  const customer = await buildCustomer(portal.runtime, { last_name: 'Größl', email: 'kim@example.org' })
  const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
  const admin = await portal.client('admin')
  return { customer, kim, admin, url: `/api/backend/customer/${customer.id}/erasure/` }
}

/** Two weeks go by, after which what was asked for is done. */
export async function waitAndErase(portal: TestApp): Promise<void> {
  portal.clock.advance(14 * dayMs)
  await carryOutErasures(portal.runtime)
}
