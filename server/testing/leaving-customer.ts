/** A new customer who requests account deletion. */
import { dayMs } from '#server/clock.ts'
import { carryOutErasures } from '#server/features/privacy/erasure-run.commands.ts'
import { buildUser } from './build.ts'
import { buildCustomer } from './build-tickets.ts'
import type { TestApp } from './test-app.ts'

/** The customer with a user and an admin who are logged in, and the path of the erasure. */
export async function buildNewcomer(portal: TestApp) {
  const customer = await buildCustomer(portal.runtime, { last_name: 'Größl', email: 'kim@example.org' })
  const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
  const admin = await portal.client('admin')
  return { customer, kim, admin, url: `/api/backend/customer/${customer.id}/erasure/` }
}

/** Two weeks pass, then the erasure is carried out. */
export async function waitAndErase(portal: TestApp): Promise<void> {
  portal.clock.advance(14 * dayMs)
  await carryOutErasures(portal.runtime)
}
