/** A press restyles only what it changes: a variable or an inherited property of the root restyles every element. */
import { expect, test } from './journey.ts'
import { selectRows } from './list-places.ts'
import { open } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

test('selecting the first row restyles a small part of the page', async ({ admin, browser }) => {
  await open(admin, '/admin-portal/tickets-overview')
  await waitUntilLoaded(admin)
  const table = admin.getByRole('table', { name: 'Tickets' })
  await expect(table.getByRole('link')).not.toHaveCount(0)
  const elements = await admin.locator('*').count()

  await browser.startTracing(admin, { categories: ['devtools.timeline'] })
  await selectRows(table, 1)
  await expect(admin.getByRole('button', { name: 'Löschen', exact: true })).toBeVisible()
  const restyled = restyledElements(await browser.stopTracing())

  expect(restyled.length).toBeGreaterThan(0)
  expect(Math.max(...restyled)).toBeLessThan(elements / 4)
})

type Trace = { traceEvents: { name: string; args: { elementCount?: number } }[] }

/** The number of elements in each recalculation of styles. */
function restyledElements(trace: Buffer): number[] {
  const { traceEvents }: Trace = JSON.parse(trace.toString())
  return traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : []))
}
