import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { deskWidth, logIn, phoneWidth, visit } from './visit.ts'

let browser: Browser
let portal: Portal

beforeAll(async () => {
  browser = await launchBrowser()
  portal = await startPortal()
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
})

test('a customer adds an entry, the admin bills hours for it, the customer sees the total', async () => {
  const wish = `Zähler im Keller prüfen (${Date.now()})`
  const customer = await visit(browser, portal, { as: 'demo-kunde' })
  await customer.open('/customer-portal/tickets-overview?progress=inProgress')
  await customer.page.getByRole('table').getByRole('link').first().click()
  await customer.page.waitForURL('**/customer-portal/ticket/*')
  const id = new URL(customer.page.url()).pathname.split('/').at(-1)
  // So low that the end of the list is outside the view.
  await customer.page.setViewportSize({ width: 1280, height: 420 })
  await customer.page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().click()
  const drawer = customer.page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  await drawer.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await drawer.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
  await drawer.getByLabel('Worum geht es?').fill(wish)
  await drawer.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await drawer.waitFor({ state: 'detached' })
  const added = customer.page.getByText(wish, { exact: true }).first()
  await expect.poll(() => added.evaluate(isInView)).toBe(true)

  const admin = await visit(browser, portal, { as: 'demo-admin', expected: [/422/] })
  await admin.open(`/admin-portal/ticket/${id}`)
  await admin.page.getByRole('button', { name: `Aktionen für ${wish}` }).click()
  await admin.page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
  const form = admin.page.getByRole('dialog', { name: 'Eintrag bearbeiten' })
  await form.getByLabel('Abzurechnende Stunden').fill('1,75')
  await form.getByLabel('Stundensatz').fill('100')
  await form.getByLabel('Zusatzbetrag (netto)', { exact: true }).fill('12,50')
  await form.getByRole('button', { name: 'Eintrag speichern' }).click()
  await form.getByText('Bitte beschreiben Sie, wofür der Zusatzbetrag anfällt.').first().waitFor()
  expect(await form.getByLabel('Abzurechnende Stunden').inputValue()).toBe('1,75')
  await form.getByLabel('Wofür der Zusatzbetrag anfällt').fill('Prüfplakette')
  await form.getByRole('button', { name: 'Eintrag speichern' }).click()
  await form.waitFor({ state: 'detached' })
  await admin.end()

  // The page stayed open all the time.
  const row = customer.page.getByRole('row').filter({ hasText: wish }).filter({ hasText: '187,50' })
  await row.waitFor()
  const words = ((await row.textContent()) ?? '').replaceAll(/\s+/g, ' ')
  expect(words).toContain('1,75 × 100,00 €')
  expect(words).toContain('187,50 €')
  await customer.end()
})

test('wishes beyond the home’s list are on the tickets it links to', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/home')
  const wishes = await page.evaluate(async () => (await fetch('/api/backend/open-wishes/?page_size=100')).json())
  const numbers = new Set<string>(wishes.results.map((wish: { ticket: { number: string } }) => wish.ticket.number))
  await page.getByRole('link', { name: `${wishes.count - 3} weitere Wünsche` }).click()
  await page.waitForURL('**/admin-portal/tickets-overview?wishes=open')
  await expect.poll(() => page.getByLabel('Wünsche').inputValue()).toBe('open')
  const rows = page.getByRole('table').getByRole('row')
  await expect.poll(() => rows.count()).toBe(1 + numbers.size)
  const shown = (await rows.allTextContents()).join()
  for (const number of numbers) expect(shown).toContain(number)
  await end()
})

test('a private customer reads the gross rate first with net next to it, inside its card', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/home')
  const id = await page.evaluate(async () => {
    const read = async (path: string) => (await fetch(`/api/backend/${path}`)).json()
    const { results } = await read('tickets/?page_size=100')
    const privates = await read('customer/?kind=private&page_size=100')
    const ids = new Set(privates.results.map((row: { id: string }) => row.id))
    const ticket = results.find((row: { customer: { id: string } }) => ids.has(row.customer.id))
    const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const headers = { 'x-csrftoken': token, 'content-type': 'application/json' }
    const body = JSON.stringify({ customerId: ticket.customer.id })
    await fetch('/api/auth/as-user/', { method: 'POST', headers, body })
    return ticket.id
  })
  await open(`/customer-portal/ticket/${id}`)
  const rate = page.locator('dd').filter({ hasText: 'Std.' })
  await rate.first().waitFor()
  expect(((await rate.first().textContent()) ?? '').replaceAll(/\s+/g, ' ')).toMatch(
    /^[\d,]+ € brutto \/ Std\. ?[\d,]+ € netto \/ Std\.$/,
  )
  const beyond = await page
    .locator('dl')
    .evaluateAll(lists => lists.filter(list => list.scrollWidth > list.clientWidth).map(list => list.textContent))
  expect(beyond).toEqual([])
  await end()
})

test('a session that ends while a form is open loses no input', async () => {
  // 403 is for the CSRF token of the ended session: the client fetches a new one, and is then asked to log in.
  const { page, context, open, end } = await visit(browser, portal, { as: 'demo-kunde', expected: [/401/, /403/] })
  await open('/customer-portal/tickets-overview?progress=inProgress')
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL('**/customer-portal/ticket/*')
  const address = page.url()
  await page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().click()
  await page
    .getByRole('dialog', { name: 'Eintrag hinzufügen' })
    .getByLabel('Worum geht es?')
    .fill('Dieser Satz bleibt stehen')
  await context.clearCookies({ name: /sid$/ })
  await page
    .getByRole('dialog', { name: 'Eintrag hinzufügen' })
    .getByRole('button', { name: 'Eintrag hinzufügen' })
    .click()
  await page.waitForURL('**/accounts/login?next=*')

  await page.getByLabel('Benutzername').fill('demo-kunde')
  await page.getByLabel('Passwort', { exact: true }).fill('Sonnenstrom-2026')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL(address)
  const dialog = page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  if ((await dialog.count()) === 0) await page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().click()
  expect(await dialog.getByLabel('Worum geht es?').inputValue()).toBe('Dieser Satz bleibt stehen')
  await dialog.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Dieser Satz bleibt stehen').first().waitFor()
  await end()
})

test('a network failure shows the red toast and the list stays usable', async () => {
  const { page, open, end } = await visit(browser, portal, { expected: [/ERR_FAILED|Failed to load/] })
  await logIn(page, 'demo-kunde')
  await page.route('**/api/backend/tickets/**', route => route.abort())
  await open('/customer-portal/tickets-overview')
  await page.getByText('Something went wrong.').first().waitFor()
  await page.getByText("Sorry, that didn't work. Please try again.").first().waitFor()
  await page.getByText('Fehler beim Abrufen der Tickets').first().waitFor()
  await page.unroute('**/api/backend/tickets/**')
  await page.getByRole('button', { name: 'Erneut versuchen' }).first().click()
  await page.getByRole('table').getByRole('link').first().waitFor()
  await end()
})

test('the timer survives a reload and a second tab, and keeps measured and billed time apart', async () => {
  const { page, context, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/tickets-overview?progress=inProgress')
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL('**/admin-portal/ticket/*')
  await page
    .getByRole('button', { name: /Zeitmessung starten|Zeit messen/ })
    .first()
    .click()
  const stop = page.getByRole('button', { name: /stoppen|Stoppen/ })
  await stop.first().waitFor()
  await page.reload()
  await stop.first().waitFor()

  const second = await context.newPage()
  await second.goto('/admin-portal/home')
  await second
    .getByRole('button', { name: /stoppen|Stoppen/ })
    .first()
    .waitFor()
  await second.close()

  // The timer stops with the click, regardless of the form.
  await stop.first().click()
  const form = page.getByRole('dialog', { name: /Zeit für T-.* buchen/ })
  await form.getByRole('button', { name: 'Weiterlaufen lassen' }).click()
  await form.waitFor({ state: 'hidden' })
  await stop.first().click()
  await form.waitFor()
  const measured = await form.getByText(/^0:00:\d\d$/).textContent()
  await page.reload()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const bar = page.getByRole('complementary', { name: 'Laufende Zeitmessung' })
  expect(await bar.getByRole('timer').locator('strong').textContent()).toBe(measured)
  expect(await bar.evaluate(element => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
  await bar.getByRole('button', { name: 'Buchen' }).click()
  expect(await form.getByLabel('Abzurechnende Stunden').inputValue()).toBe('0,25')
  await form.getByLabel('Leistung').fill('Kurzer Anruf')
  await form.getByRole('button', { name: 'Zeit buchen' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Kurzer Anruf' })
  await row.waitFor()
  const words = ((await row.textContent()) ?? '').replaceAll(/\s+/g, ' ')
  expect(words).toContain('0,25')
  expect(words).toMatch(/1 Messung.*0:00:\d\d/)
  await end()
})

test('one click in a row of the home starts the timer', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/home')
  await page
    .getByRole('button', { name: /^Zeitmessung starten: T-/ })
    .first()
    .click()
  await discardRunning(page)
  await end()
})

test('the search starts a found ticket’s timer', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/home')
  const number = await page
    .getByText(/^T-\d{4}-\d{4}/)
    .first()
    .textContent()
  await page.getByRole('button', { name: /Suchen/ }).click()
  await page.getByRole('combobox', { name: 'Im Portal suchen' }).fill(number?.slice(0, 11) ?? '')
  await page.getByRole('group', { name: 'Zeitmessung starten' }).getByRole('option').first().click()
  await discardRunning(page)
  await end()
})

test.each([deskWidth, phoneWidth])(
  '“Stoppen” stops the timer, and the focus moves to the next step, at %i px',
  async width => {
    const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width })
    await open('/admin-portal/tickets-overview?progress=inProgress')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL('**/admin-portal/ticket/*')
    const start = page.getByRole('button', { name: 'Zeitmessung starten' }).first()
    const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id)
    await start.click()
    const running = page.getByText(/^Die Zeitmessung für T-.* läuft\.$/)
    await running.waitFor()

    // From the page into the bar, with a click or the keyboard.
    const origin = page.getByRole('button', { name: 'Bearbeiten', exact: true })
    await origin.focus()
    await page.getByRole('button', { name: 'Stoppen' }).click()
    const form = page.getByRole('dialog', { name: /Zeit für T-.* buchen/ })
    const service = form.getByLabel('Leistung')
    await service.waitFor()
    await expect.poll(() => service.evaluate(field => field === document.activeElement)).toBe(true)
    await running.waitFor({ state: 'detached' })

    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    const bar = page.getByRole('complementary', { name: 'Laufende Zeitmessung' })
    await expect.poll(focused).toBe('Buchen')
    const signs = await bar
      .getByText('Noch nicht gebucht')
      .evaluateAll(elements => elements.filter(element => element.getBoundingClientRect().width > 1).length)
    expect(signs, 'signs that it is not booked').toBe(1)
    await bar.getByRole('button', { name: 'Buchen' }).click()
    await service.fill('Rückfrage')
    await form.getByRole('button', { name: 'Zeit buchen' }).click()
    await form.waitFor({ state: 'hidden' })
    await bar.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Bearbeiten')
    await end()
  },
)

async function discardRunning(page: Page) {
  await page.getByRole('button', { name: 'Stoppen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByText('Die gemessene Zeit wurde verworfen.').waitFor()
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
