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

  const remove = admin.getByRole('button', { name: 'Löschen', exact: true })
  const most: number[] = []
  // Other work of the page, such as loading a style sheet of the next page, happens once.
  for (let turn = 0; turn < 3; turn += 1) {
    await browser.startTracing(admin, { categories: ['devtools.timeline'] })
    await selectRows(table, 1)
    await expect(remove).toBeVisible()
    most.push(Math.max(...restyledElements(await browser.stopTracing())))
    await admin.getByRole('button', { name: 'Auswahl aufheben' }).click()
    await expect(remove).toBeHidden()
  }

  expect(Math.min(...most)).toBeGreaterThan(0)
  expect(Math.min(...most)).toBeLessThan(elements / 4)
})

type Trace = { traceEvents: { name: string; args: { elementCount?: number } }[] }

/** The number of elements in each recalculation of styles. */
function restyledElements(trace: Buffer): number[] {
  const { traceEvents }: Trace = JSON.parse(trace.toString())
  return traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : []))
}
