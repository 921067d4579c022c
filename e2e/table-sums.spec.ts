/** Totals below a table: each label is next to its own amount, and the parts add up to the total. */
import type { Page } from 'playwright-core'
import { grossCents } from '#contract/prices.ts'
import { expect, test } from './journey.ts'
import { lookAs, open, phoneWidth, send } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const gross = (netCents: number) => grossCents(netCents, { vatRate: 19 })
const widths = [phoneWidth, 640, 1024, 1280]

test('each total of a ticket is one row, with its amount on the line of its label, on screen and in print', async ({
  admin: page,
}) => {
  const [{ id, total, openTotal, billedTotal }] = await read(page, 'tickets/?progress=inProgress&ordering=-total')
  await open(page, `/admin-portal/ticket/${id}`)
  await waitUntilLoaded(page)
  // The column of menus leaves the least room for labels.
  await expect.poll(() => page.locator('tbody button').count()).toBeGreaterThan(0)
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const place = { message: `${media} at ${width}` }
      await expect
        .poll(async () => (await sumsOf(page)).map(({ apart }) => apart <= 6), place)
        .toEqual(Array(4).fill(true))
    }
  }
  expect((await sumsOf(page)).map(({ label, cents }) => [label, cents])).toEqual([
    ['Gesamt (netto)', Math.round(total * 100)],
    ['Nicht abgerechnet (netto)', Math.round(openTotal * 100)],
    ['Abgerechnet (netto)', Math.round(billedTotal * 100)],
    ['Gesamt (brutto)', Math.round(total * 119)],
  ])
})

test('billed and unbilled amounts add up to the total, and if rows do not a note explains why', async ({
  admin: page,
}) => {
  const privates = await read(page, 'customer/?kind=private&page_size=100')
  const lists = privates.map(({ id }) => read(page, `tickets/?customer=${id}&page_size=100`))
  const tickets = (await Promise.all(lists)).flat()
  const done = tickets.find(row => row.billedTotal > 0 && row.openTotal === 0)
  if (done === undefined) throw new Error('The demo has no private customer with a billed ticket.')
  const { id, customer } = done
  // Work whose gross amount is rounded differently alone and together with billed work.
  const billed = Math.round(done.billedTotal * 100)
  const more = [101, 102, 103, 104, 105, 106].find(cents => gross(cents) + gross(billed) !== gross(cents + billed)) ?? 0
  expect(more).toBeGreaterThan(0)
  const entry = { ticketId: id, name: 'Material', chargedExtra: more / 100, chargedExtraText: 'Kabel' }
  await send(page, '/api/backend/ticket-entries/', entry)

  await lookAs(page, customer.id)
  await open(page, `/customer-portal/ticket/${id}`)
  await waitUntilLoaded(page)
  expect((await sumsOf(page)).map(({ label, cents }) => [label, cents])).toEqual([
    ['Gesamt (brutto)', gross(billed + more)],
    ['Nicht abgerechnet (brutto)', gross(billed + more) - gross(billed)],
    ['Abgerechnet (brutto)', gross(billed)],
    ['Gesamt (netto)', billed + more],
  ])

  const pages = tickets.filter(row => row.customer.id === customer.id).map(row => `ticket/${row.id}`)
  const invoices = (await read(page, 'invoices/?state=issued&page_size=100')).map(row => `invoice/${row.id}`)
  const isNoted: boolean[] = []
  for (const path of [...pages, ...invoices]) {
    await open(page, `/customer-portal/${path}`)
    await waitUntilLoaded(page)
    const rows = await page.locator('.data-table:has(tfoot) tbody .table-phone-figure').allTextContents()
    const [whole] = await sumsOf(page)
    const unequal = whole !== undefined && rows.reduce((sum, text) => sum + centsOf(text), 0) !== whole.cents
    const note = page
      .locator('.data-table-frame:has(tfoot)')
      .locator('xpath=../..')
      .getByText('Cent-Unterschiede sind Rundung')
    isNoted.push(unequal)
    await expect(note, path).toHaveCount(unequal ? 1 : 0)
  }
  expect(new Set(isNoted)).toEqual(new Set([true, false]))
})

type Row = { id: string; customer: { id: string }; total: number; openTotal: number; billedTotal: number }

async function read(page: Page, path: string): Promise<[Row, ...Row[]]> {
  return (await (await page.request.get(`/api/backend/${path}`)).json()).results
}

/** In the page: each total, and the distance of its amount from the first line of its label. */
async function sumsOf(page: Page): Promise<{ label: string; cents: number; apart: number }[]> {
  const rows = await page.locator('tfoot tr').evaluateAll(all =>
    all.map(row => {
      const [label, amount] = [
        row.querySelector('th'),
        [...row.querySelectorAll('td')].findLast(cell => cell.textContent?.includes('€')),
      ]
      const baseline = (element: Element | null | undefined) => {
        const range = document.createRange()
        range.selectNodeContents(element ?? row)
        return range.getClientRects()[0]?.bottom ?? Number.NaN
      }
      return {
        label: label?.textContent ?? '',
        amount: amount?.textContent ?? '',
        apart: Math.abs(baseline(label) - baseline(amount)),
      }
    }),
  )
  return rows.map(({ label, amount, apart }) => ({ label, cents: centsOf(amount), apart }))
}

/** `1.234,50 €` */
function centsOf(text: string): number {
  const [, euros = '', cents = ''] = /([\d.]+),(\d{2})\s€/.exec(text) ?? []
  return Number(euros.replaceAll('.', '') + cents)
}
