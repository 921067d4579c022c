/** Every amount is labelled net or gross (decision 0054), including on a phone, where tables have no header. */
import type { Page } from 'playwright-core'
import { expect, test } from './journey.ts'
import { lookAs, open, phoneWidth } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

test('every amount in a private customer’s portal has a label, gross before net', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  const { ticketId, invoiceId } = await lookAsPrivateCustomer(page)
  for (const path of ['home', 'tickets-overview', `ticket/${ticketId}`, 'invoices-overview', `invoice/${invoiceId}`]) {
    await open(page, `/customer-portal/${path}`)
    await waitUntilLoaded(page)
    await expect.poll(() => amountsOf(page).then(all => all.length), { message: path }).toBeGreaterThan(0)
    const amounts = await amountsOf(page)
    expect(
      amounts.filter(text => !isNamed(text)),
      path,
    ).toEqual([])
    // An invoice breaks its amount down from net to gross.
    const reckoned = amounts.filter(text => /netto/.test(text) && !/Netto/.test(text))
    expect(
      reckoned.filter(text => text.search(/brutto/) === -1 || text.search(/brutto/) > text.search(/netto/)),
      path,
    ).toEqual([])
  }
})

test('every amount in the business’s portal has a label', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  const { results } = await (await page.request.get('/api/backend/billable-work/?page_size=1')).json()
  const [ticket] = (await (await page.request.get('/api/backend/tickets/?ordering=-total&page_size=1')).json()).results
  const paths = [
    'home',
    'tickets-overview',
    'invoices-overview',
    `customer/${results[0].customer.id}`,
    `ticket/${ticket.id}`,
  ]
  for (const path of paths) {
    await open(page, `/admin-portal/${path}`)
    await waitUntilLoaded(page)
    await expect.poll(() => amountsOf(page).then(all => all.length), { message: path }).toBeGreaterThan(0)
    expect(
      (await amountsOf(page)).filter(text => !isNamed(text)),
      path,
    ).toEqual([])
  }
})

function isNamed(text: string): boolean {
  return /netto|brutto|umsatzsteuer/i.test(text)
}

/** The text around every visible amount: its row, list item or sentence. */
function amountsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const found = new Set<HTMLElement>()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      // The scale of a chart belongs to the chart's name; money that was paid is neither net nor gross; the heading of
      // lines states that all of them are net.
      if (
        !/\d\s*€/.test(node.textContent ?? '') ||
        !element?.checkVisibility() ||
        element.closest('[role=img], caption, [aria-labelledby=invoice-payments], [aria-labelledby=invoice-lines] li')
      )
        continue
      // The totals of a table are read together: the total first, and below it the total in the other price basis.
      const around =
        element.closest<HTMLElement>('tfoot') ??
        element.closest<HTMLElement>('dl > div, tr, li, p, h1, [role=status]') ??
        element
      found.add(around)
    }
    // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
    return [...found].map(element => element.innerText.replaceAll(/\s+/g, ' '))
  })
}

/** An admin impersonates a private customer with an invoice and unbilled work. */
async function lookAsPrivateCustomer(page: Page): Promise<{ ticketId: string; invoiceId: string }> {
  const read = async (path: string) => (await (await page.request.get(`/api/backend/${path}`)).json()).results
  const privates = new Set((await read('customer/?kind=private&page_size=100')).map((row: { id: string }) => row.id))
  const isPrivate = (row: { customer: { id: string } }) => privates.has(row.customer.id)
  const invoice = (await read('invoices/?state=issued&page_size=100')).find(isPrivate)
  const [ticket] = await read(`tickets/?customer=${invoice.customer.id}&ordering=-total`)
  await lookAs(page, invoice.customer.id)
  return { ticketId: ticket.id, invoiceId: invoice.id }
}
