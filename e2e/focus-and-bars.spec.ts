/** Focus, input and selection: nothing covers or loses them, and none outlives its purpose. */
import type { Page } from 'playwright-core'
import { expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { firstLink, selectRows } from './list-places.ts'
import { deskWidth, open, phoneWidth } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

/** How many pixels of the focused element (with its label) the header or a bar at the lower edge covers. */
function coveredPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const focused = document.activeElement as HTMLInputElement
    const boxes = [focused, ...(focused.labels ?? [])].map(element => element.getBoundingClientRect())
    const top = Math.min(...boxes.map(box => box.top))
    const bottom = Math.max(...boxes.map(box => box.bottom))
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const bars = [...document.querySelectorAll('.stuck-low, .bottom-bar')].filter(bar => bar.checkVisibility())
    const edge = Math.min(innerHeight, ...bars.map(bar => bar.getBoundingClientRect().top))
    return Math.max(0, header - top) + Math.max(0, bottom - edge)
  })
}

test.for([deskWidth, phoneWidth])('the header and the save bar cover no field, at %i px', async (width, { visit }) => {
  const page = await visit({ as: 'demo-admin', width })
  await page.setViewportSize({ width, height: 800 })
  await open(page, '/admin-portal/settings/billing')
  await waitUntilLoaded(page)
  await page.getByLabel('IBAN').fill('DE00 1234')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  await expect.poll(() => coveredPx(page)).toBe(0)

  // With the keyboard, forwards and backwards.
  const fields = await page.locator('main form :is(input, textarea, select)').count()
  for (const key of ['Shift+Tab', 'Tab']) {
    for (let step = 0; step < fields; step += 1) {
      await page.keyboard.press(key)
      if (!(await page.evaluate(() => document.activeElement?.matches('form :is(input, textarea, select)')))) continue
      await expect.poll(() => coveredPx(page), { message: `${key} ${step}` }).toBe(0)
    }
  }
})

test('the save bar has two lines on a phone and replaces the bottom bar', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  await open(page, '/admin-portal/settings/company')
  await waitUntilLoaded(page)
  await page.getByLabel('Leitsatz').pressSequentially('Wir')
  const bar = await page.locator('.stuck-low').boundingBox()
  if (!bar) throw new Error('There is no bar')
  expect(bar.height).toBeLessThan(110)
  expect(844 - bar.y - bar.height).toBeLessThan(20)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(async () => (await page.locator('.stuck-low').boundingBox())?.y).toBe(bar.y)
  await page.getByRole('button', { name: 'Änderungen verwerfen' }).click()
  await expect(page.locator('.bottom-bar')).toBeVisible()
})

test.for([deskWidth, phoneWidth])(
  'Back asks before discarding input in a drawer or a dialog, and closes only that, at %i px',
  async (width, { visit }) => {
    const page = await visit({ as: 'demo-kunde', width })
    await open(page, '/customer-portal/home')
    await page.getByRole('link', { name: 'Anfragen', exact: true }).filter({ visible: true }).click()
    await page.waitForURL('**/requests-overview')
    const start = page.getByRole('button', { name: 'Anfrage stellen' })
    await start.click()
    const form = page.getByRole('dialog', { name: 'Anfrage stellen' })
    const title = form.getByLabel('Worum geht es?')
    await title.fill('Halb geschrieben')

    const question = page.getByRole('alertdialog', { name: 'Eingaben verwerfen?' })
    await back(page)
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
    await expect(question).toBeHidden()
    await expect(title).toHaveValue('Halb geschrieben')
    expect(new URL(page.url()).pathname).toBe('/customer-portal/requests-overview')

    await back(page)
    await question.getByRole('button', { name: 'Verwerfen' }).click()
    await expect(form).not.toBeAttached()
    expect(new URL(page.url()).pathname).toBe('/customer-portal/requests-overview')

    // Without input there is no question; then Back leaves the page.
    await start.click()
    await expect(title).toBeVisible()
    await back(page)
    await expect(form).not.toBeAttached()
    expect(new URL(page.url()).pathname).toBe('/customer-portal/requests-overview')
    await back(page)
    await page.waitForURL('**/customer-portal/home')
  },
)

test('a link inside a drawer asks before it leaves input behind', async ({ visit }) => {
  const words = 'Wo liegen meine Daten?'
  const page = await visit({ as: 'demo-kunde' })
  await open(page, '/customer-portal/home')
  await page.getByRole('link', { name: 'Anfragen', exact: true }).filter({ visible: true }).click()
  await page.waitForURL('**/requests-overview')
  await page.getByRole('button', { name: 'Anfrage stellen' }).click()
  const form = page.getByRole('dialog', { name: 'Anfrage stellen' })
  const title = form.getByLabel('Worum geht es?')
  await title.fill(words)
  // A suggested answer links to another page.
  await form.getByText(words, { exact: true }).click()
  const link = form.getByRole('link', { name: 'Datenschutzerklärung' })
  const question = page.getByRole('alertdialog', { name: 'Eingaben verwerfen?' })
  await link.click()
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(question).toBeHidden()
  await expect(title).toHaveValue(words)
  expect(new URL(page.url()).pathname).toBe('/customer-portal/requests-overview')

  await link.click()
  await expect(question).toBeVisible()
  await back(page)
  await expect(question).toBeHidden()
  await expect(title).toHaveValue(words)

  await link.click()
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  await page.waitForURL('**/datenschutz')
  await expect(form).not.toBeAttached()
})

/** Like the browser's button; a blocked navigation never arrives. */
function back(page: Page): Promise<void> {
  return page.evaluate(() => history.back())
}

test('the button clicked after an invalid duration does not move, and every invalid field is marked', async ({
  visit,
}) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  await open(page, '/admin-portal/tickets-overview?progress=inProgress')
  await firstLink(page).click()
  await page.waitForURL('**/admin-portal/ticket/*')
  await page.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  const form = page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  const hours = form.getByLabel('Abzurechnende Stunden')
  await hours.fill('abc')
  const send = form.getByRole('button', { name: 'Eintrag hinzufügen' })
  await send.scrollIntoViewIfNeeded()
  await hours.focus()
  const box = await send.boundingBox()
  if (!box) throw new Error('There is no button')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  // Longer than any task the field could have delayed.
  await waitUntilLoaded(page)
  await expect.poll(() => send.boundingBox()).toEqual(box)
  await page.mouse.up()
  await expect.poll(() => form.locator('[aria-invalid]').count()).toBe(2)
  // It is announced once, with the focus.
  const spoken = await form.getByRole('status').allTextContents()
  expect(spoken.join(' ')).toContain('Bitte prüfen Sie 2')
  expect(spoken.join(' ')).not.toContain('Pflichtfeld')
})

test('after an entry is added or deleted the focus stays near it', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  await addEntryToTicket(page, 'Nur kurz da')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Nur kurz da')
  await expect.poll(() => coveredPx(page)).toBe(0)

  await page.getByRole('button', { name: 'Aktionen für Nur kurz da' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Löschen' }).click()
  await expect(question).not.toBeAttached()
  await expect(page.getByRole('button', { name: 'Aktionen für Nur kurz da' })).not.toBeAttached()
  // The next entry, or the list's heading if no entry has actions.
  const list = () => document.activeElement?.closest('section')?.getAttribute('aria-labelledby')
  await expect.poll(() => page.evaluate(list)).toBe('entries-heading')
  await expect.poll(() => coveredPx(page)).toBe(0)
})

test('a question whose row is gone returns the focus to the next row, in view', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  // Overlays used to return the focus to the button of the form, at the top of the list.
  await addEntryToTicket(page, 'Gleich wieder weg')
  const askToDelete = async (window: Page) => {
    await window.getByRole('button', { name: 'Aktionen für Gleich wieder weg' }).click()
    await window.getByRole('menuitem', { name: 'Löschen' }).click()
  }
  await askToDelete(page)
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()

  const other = await visit({ as: 'demo-admin' })
  await open(other, new URL(page.url()).pathname)
  await askToDelete(other)
  await other.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.locator('main').getByText('Gleich wieder weg')).not.toBeAttached()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(question).not.toBeAttached()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('section')?.getAttribute('aria-labelledby')))
    .toBe('entries-heading')
  await expect.poll(() => coveredPx(page)).toBe(0)
})

test('an error appears once: a wrong password at its field', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', expected: [/ 4\d\d /] })
  await open(page, '/user-settings')
  const form = page.getByRole('form', { name: 'Passwort ändern' })
  const current = form.getByLabel('Aktuelles Passwort', { exact: true })
  await current.fill('Falsch-4711-falsch')
  await form.getByLabel('Neues Passwort', { exact: true }).fill('Windrad-2027-Westwind')
  await form.getByLabel('Neues Passwort', { exact: true }).press('Enter')
  await expect.poll(() => current.getAttribute('aria-invalid')).toBe('true')
  await expect(page.locator('.toast')).toHaveCount(0)
  await expect(form.getByRole('alert')).toHaveCount(0)
})

test('the label of each action on a selection stays on one line on a phone', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  await open(page, '/admin-portal/tickets-overview')
  await selectRows(page.getByRole('table'), 2)
  const bar = page.locator('.stuck-low')
  await expect(bar.getByRole('button')).toHaveCount(4)
  for (const width of [phoneWidth, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const heights = await bar.getByRole('button').evaluateAll(buttons => buttons.map(button => button.clientHeight))
    expect(Math.max(...heights), `${width} px: ${heights}`).toBeLessThan(44)
    await expectNoSidewaysScroll(page, `selection at ${width} px`)
  }
})

test('a selection ends when a filter hides it', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  await open(page, '/admin-portal/tickets-overview')
  await selectRows(page.getByRole('table'), 2)
  const bar = page.locator('.stuck-low')
  await expect(bar.getByText('2 ausgewählt')).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Löschen' })).toBeVisible()
  expect((await bar.boundingBox())?.height).toBeLessThan(110)
  await expect.poll(() => coveredPx(page)).toBe(0)

  await page.getByRole('searchbox').fill('gibt es nicht')
  await page.waitForURL(/search=/)
  await expect(bar).not.toBeAttached()
  await page.getByRole('searchbox').fill('')
  await page.waitForURL(url => !url.search.includes('search='))
  await waitUntilLoaded(page)
  await expect(bar).toHaveCount(0)
})

/** Adds an entry to a ticket in progress. */
async function addEntryToTicket(page: Page, name: string): Promise<void> {
  await open(page, '/admin-portal/tickets-overview?progress=inProgress')
  await firstLink(page).click()
  await page.waitForURL('**/admin-portal/ticket/*')
  await page.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  const form = page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  await form.getByLabel('Leistung').fill(name)
  await form.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await expect(form).not.toBeAttached()
}
