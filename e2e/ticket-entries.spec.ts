import type { Page } from 'playwright-core'
import { expect, test } from './journey.ts'
import { anyOf, firstLink, firstOption } from './list-places.ts'
import { deskWidth, logIn, lookAs, open, phoneWidth, pressRetry } from './visit.ts'

test('a customer adds an entry, the admin bills hours for it, the customer sees the total', async ({
  customer,
  visit,
}) => {
  const wish = `Zähler im Keller prüfen (${Date.now()})`
  await open(customer, '/customer-portal/tickets-overview?progress=inProgress')
  await firstLink(customer).click()
  await customer.waitForURL('**/customer-portal/ticket/*')
  const id = new URL(customer.url()).pathname.split('/').at(-1)
  // So low that the end of the list is outside the view.
  await customer.setViewportSize({ width: 1280, height: 420 })
  await customer.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  const drawer = customer.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  await drawer.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await expect(drawer.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeVisible()
  await drawer.getByLabel('Worum geht es?').fill(wish)
  await drawer.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await expect(drawer).not.toBeAttached()
  const added = customer.getByText(wish, { exact: true })
  await expect.poll(() => added.evaluate(isInView)).toBe(true)

  const admin = await visit({ as: 'demo-admin', expected: [/422/] })
  await open(admin, `/admin-portal/ticket/${id}`)
  await admin.getByRole('button', { name: `Aktionen für ${wish}` }).click()
  await admin.getByRole('menuitem', { name: 'Bearbeiten' }).click()
  const form = admin.getByRole('dialog', { name: 'Eintrag bearbeiten' })
  await form.getByLabel('Abzurechnende Stunden').fill('1,75')
  await form.getByLabel('Stundensatz').fill('100')
  await form.getByLabel('Zusatzbetrag (netto)', { exact: true }).fill('12,50')
  await form.getByRole('button', { name: 'Eintrag speichern' }).click()
  await expect(form.getByText('Bitte beschreiben Sie, wofür der Zusatzbetrag anfällt.')).toBeVisible()
  await expect(form.getByLabel('Abzurechnende Stunden')).toHaveValue('1,75')
  await form.getByLabel('Wofür der Zusatzbetrag anfällt').fill('Prüfplakette')
  await form.getByRole('button', { name: 'Eintrag speichern' }).click()
  await expect(form).not.toBeAttached()

  // The page stayed open all the time.
  const row = customer.getByRole('row').filter({ hasText: wish }).filter({ hasText: '187,50' })
  await expect(row).toBeVisible()
  const words = ((await row.textContent()) ?? '').replaceAll(/\s+/g, ' ')
  expect(words).toContain('1,75 × 100,00 €')
  expect(words).toContain('187,50 €')
})

test('wishes beyond the home’s list are on the tickets it links to', async ({ admin: page }) => {
  await open(page, '/admin-portal/home')
  const wishes = await page.evaluate(async () => (await fetch('/api/backend/open-wishes/?page_size=100')).json())
  const numbers = new Set<string>(wishes.results.map((wish: { ticket: { number: string } }) => wish.ticket.number))
  await page.getByRole('link', { name: `${wishes.count - 3} weitere Wünsche` }).click()
  await page.waitForURL('**/admin-portal/tickets-overview?wishes=open')
  await expect.poll(() => page.getByLabel('Wünsche').inputValue()).toBe('open')
  const rows = page.getByRole('table').getByRole('row')
  await expect.poll(() => rows.count()).toBe(1 + numbers.size)
  const shown = (await rows.allTextContents()).join()
  for (const number of numbers) expect(shown).toContain(number)
})

test('a private customer reads the gross rate first with net next to it, inside its card', async ({ admin: page }) => {
  // Without a page open: an admin's calls under way would be refused once the customer is impersonated.
  const read = async (path: string) => (await (await page.request.get(`/api/backend/${path}`)).json()).results
  const privates = await read('customer/?kind=private&page_size=100')
  const ids = new Set(privates.map((row: { id: string }) => row.id))
  const ticket = (await read('tickets/?page_size=100')).find((row: { customer: { id: string } }) =>
    ids.has(row.customer.id),
  )
  await lookAs(page, ticket.customer.id)
  await open(page, `/customer-portal/ticket/${ticket.id}`)
  const rate = page.locator('dd').filter({ hasText: 'Std.' })
  await expect(rate).toBeVisible()
  expect(((await rate.textContent()) ?? '').replaceAll(/\s+/g, ' ')).toMatch(
    /^[\d,]+ € brutto \/ Std\. ?[\d,]+ € netto \/ Std\.$/,
  )
  const beyond = await page
    .locator('dl')
    .evaluateAll(lists => lists.filter(list => list.scrollWidth > list.clientWidth).map(list => list.textContent))
  expect(beyond).toEqual([])
})

test('a session that ends while a form is open loses no input', async ({ visit }) => {
  // 403 is for the CSRF token of the ended session: the client fetches a new one, and is then asked to log in.
  const page = await visit({ as: 'demo-kunde', expected: [/401/, /403/] })
  await open(page, '/customer-portal/tickets-overview?progress=inProgress')
  await firstLink(page).click()
  await page.waitForURL('**/customer-portal/ticket/*')
  const address = page.url()
  await page.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await page
    .getByRole('dialog', { name: 'Eintrag hinzufügen' })
    .getByLabel('Worum geht es?')
    .fill('Dieser Satz bleibt stehen')
  await page.context().clearCookies({ name: /sid$/ })
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
  if ((await dialog.count()) === 0) await page.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await expect(dialog.getByLabel('Worum geht es?')).toHaveValue('Dieser Satz bleibt stehen')
  await dialog.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await expect(dialog).not.toBeAttached()
  await expect(page.getByText('Dieser Satz bleibt stehen', { exact: true })).toBeVisible()
})

test('a network failure shows the red toast and the list stays usable', async ({ visit }) => {
  const page = await visit({ expected: [/ERR_FAILED|Failed to load/] })
  await logIn(page, 'demo-kunde')
  await page.route('**/api/backend/tickets/**', route => route.abort())
  await open(page, '/customer-portal/tickets-overview')
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  await expect(page.getByText("Sorry, that didn't work. Please try again.")).toBeVisible()
  await expect(page.getByText('Fehler beim Abrufen der Tickets')).toBeVisible()
  await pressRetry(page, '**/api/backend/tickets/**')
  await expect(firstLink(page)).toBeVisible()
})

test('the timer survives a reload and a second tab, and keeps measured and billed time apart', async ({
  admin: page,
}) => {
  await open(page, '/admin-portal/tickets-overview?progress=inProgress')
  await firstLink(page).click()
  await page.waitForURL('**/admin-portal/ticket/*')
  await page.getByRole('button', { name: /Zeitmessung starten|Zeit messen/ }).click()
  const stop = page.getByRole('button', { name: /stoppen|Stoppen/ })
  await expect(stop).toBeVisible()
  await page.reload()
  await expect(stop).toBeVisible()

  const second = await page.context().newPage()
  await second.goto('/admin-portal/home')
  await expect(second.getByRole('button', { name: /stoppen|Stoppen/ })).toBeVisible()
  await second.close()

  // The timer stops with the click, regardless of the form.
  await stop.click()
  const form = page.getByRole('dialog', { name: /Zeit für T-.* buchen/ })
  await form.getByRole('button', { name: 'Weiterlaufen lassen' }).click()
  await expect(form).toBeHidden()
  await stop.click()
  await expect(form).toBeVisible()
  const measured = await form.getByText(/^0:00:\d\d$/).textContent()
  await page.reload()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const bar = page.getByRole('complementary', { name: 'Laufende Zeitmessung' })
  await expect.poll(() => bar.getByRole('timer').locator('strong').textContent()).toBe(measured)
  await expect.poll(() => bar.evaluate(element => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
  await bar.getByRole('button', { name: 'Buchen' }).click()
  await expect(form.getByLabel('Abzurechnende Stunden')).toHaveValue('0,25')
  await form.getByLabel('Leistung').fill('Kurzer Anruf')
  await form.getByRole('button', { name: 'Zeit buchen' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Kurzer Anruf' })
  await expect(row).toBeVisible()
  const words = ((await row.textContent()) ?? '').replaceAll(/\s+/g, ' ')
  expect(words).toContain('0,25')
  expect(words).toMatch(/1 Messung.*0:00:\d\d/)
})

test('one click in a row of the home starts the timer', async ({ admin: page }) => {
  await open(page, '/admin-portal/home')
  await anyOf(page.getByRole('button', { name: /^Zeitmessung starten: T-/ })).click()
  await discardTimer(page, 'Stoppen')
})

test('the search starts a found ticket’s timer', async ({ admin: page }) => {
  await open(page, '/admin-portal/home')
  const number = await anyOf(page.getByText(/^T-\d{4}-\d{4}/)).textContent()
  await page.getByRole('button', { name: /Suchen/ }).click()
  await page.getByRole('combobox', { name: 'Im Portal suchen' }).fill(number?.slice(0, 11) ?? '')
  await firstOption(page.getByRole('group', { name: 'Zeitmessung starten' })).click()
  await discardTimer(page, 'Stoppen')
})

test('a running timer is switched with one click on the home, a ticket and in the search', async ({ admin: page }) => {
  await open(page, '/admin-portal/home')
  const bar = page.getByRole('complementary', { name: 'Laufende Zeitmessung' })
  await anyOf(page.getByRole('button', { name: /^Zeitmessung starten: T-/ })).click()
  await expect(page.getByText(/^Die Zeitmessung für T-\S+ läuft\.$/)).toBeVisible()
  await anyOf(page.getByRole('button', { name: /^Zeitmessung wechseln: T-/ })).click()
  await expect(page.getByText(/^Die Zeitmessung für T-\S+ läuft\. Die für T-\S+ ist gestoppt und wartet/)).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Stoppen' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Buchen' })).toBeVisible()

  await page.getByRole('button', { name: /Suchen/ }).click()
  await page.getByRole('combobox', { name: 'Im Portal suchen' }).fill('T-2026')
  await firstOption(page.getByRole('group', { name: 'Zeitmessung wechseln' })).click()
  await expect(bar.getByText('und 1 weitere Messung')).toBeVisible()

  // On its own ticket the timer runs already.
  await anyOf(bar.getByRole('link')).click()
  await page.waitForURL('**/admin-portal/ticket/*')
  await expect(page.getByRole('main').getByRole('button', { name: 'Zeitmessung läuft' })).toBeDisabled()
  await discardTimer(page, 'Stoppen')
  await discardTimer(page, 'Buchen')
  await expect(bar).toBeAttached()
  await discardTimer(page, 'Buchen')
  await expect(bar).not.toBeAttached()
})

test.for([deskWidth, phoneWidth])(
  '“Stoppen” stops the timer, and the focus moves to the next step, at %i px',
  async (width, { visit }) => {
    const page = await visit({ as: 'demo-admin', width })
    await open(page, '/admin-portal/tickets-overview?progress=inProgress')
    await firstLink(page).click()
    await page.waitForURL('**/admin-portal/ticket/*')
    const start = page.getByRole('button', { name: 'Zeitmessung starten' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id)
    await start.click()
    const running = page.getByText(/^Die Zeitmessung für T-.* läuft\.$/)
    await expect(running).toBeVisible()

    // From the page into the bar, with a click or the keyboard.
    const origin = page.getByRole('button', { name: 'Bearbeiten', exact: true })
    await origin.focus()
    await page.getByRole('button', { name: 'Stoppen' }).click()
    const form = page.getByRole('dialog', { name: /Zeit für T-.* buchen/ })
    const service = form.getByLabel('Leistung')
    await expect(service).toBeVisible()
    await expect.poll(() => service.evaluate(field => field === document.activeElement)).toBe(true)
    await expect(running).not.toBeAttached()

    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    const bar = page.getByRole('complementary', { name: 'Laufende Zeitmessung' })
    await expect.poll(focused).toBe('Buchen')
    const signs = await bar
      .getByText('Noch nicht gebucht')
      .evaluateAll(elements => elements.filter(element => element.getBoundingClientRect().width > 1).length)
    expect(signs, 'signs that it is not booked').toBe(1)
    await bar.getByRole('button', { name: 'Buchen' }).click()
    await service.fill('Rückfrage')
    await form.getByRole('button', { name: 'Zeit buchen' }).click()
    await expect(form).toBeHidden()
    await expect(bar).not.toBeAttached()
    await expect.poll(focused).toBe('Bearbeiten')
  },
)

async function discardTimer(page: Page, opens: 'Stoppen' | 'Buchen') {
  await page.getByRole('button', { name: opens, exact: true }).click()
  // The messages have the role of dialogs, too.
  const form = page.getByRole('dialog', { name: /^Zeit für T-.* buchen$/ })
  await form.getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click()
  await expect(anyOf(page.getByText('Die gemessene Zeit wurde verworfen.'))).toBeVisible()
  await expect(form).not.toBeAttached()
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
