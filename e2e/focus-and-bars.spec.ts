/** Focus, input and selection: nothing covers or loses them, and none outlives its purpose. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { settled } from './settled.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { deskWidth, phoneWidth, visit } from './visit.ts'

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

test.each([deskWidth, phoneWidth])('the header and the save bar cover no field, at %i px', async width => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width })
  await page.setViewportSize({ width, height: 800 })
  await open('/admin-portal/settings/billing')
  await settled(page)
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
  await end()
})

test('the save bar has two lines on a phone and replaces the bottom bar', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width: phoneWidth })
  await open('/admin-portal/settings/company')
  await settled(page)
  await page.getByLabel('Leitsatz').pressSequentially('Wir')
  const bar = await page.locator('.stuck-low').boundingBox()
  if (!bar) throw new Error('There is no bar')
  expect(bar.height).toBeLessThan(110)
  expect(844 - bar.y - bar.height).toBeLessThan(20)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(async () => (await page.locator('.stuck-low').boundingBox())?.y).toBe(bar.y)
  await page.getByRole('button', { name: 'Änderungen verwerfen' }).click()
  await page.locator('.bottom-bar').waitFor()
  await end()
})

test.each([deskWidth, phoneWidth])(
  'Back asks before discarding input in a drawer or a dialog, and closes only that, at %i px',
  async width => {
    const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde', width })
    await open('/customer-portal/home')
    await page.getByRole('link', { name: 'Anfragen', exact: true }).filter({ visible: true }).first().click()
    await page.waitForURL('**/requests-overview')
    const start = page.getByRole('button', { name: 'Anfrage stellen' }).first()
    await start.click()
    const form = page.getByRole('dialog', { name: 'Anfrage stellen' })
    const title = form.getByRole('textbox').first()
    await title.fill('Halb geschrieben')

    const question = page.getByRole('alertdialog', { name: 'Eingaben verwerfen?' })
    await back(page)
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await title.inputValue()).toBe('Halb geschrieben')
    expect(new URL(page.url()).pathname).toBe('/customer-portal/requests-overview')

    await back(page)
    await question.getByRole('button', { name: 'Verwerfen' }).click()
    await form.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/customer-portal/requests-overview')

    // Without input there is no question; then Back leaves the page.
    await start.click()
    await title.waitFor()
    await back(page)
    await form.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/customer-portal/requests-overview')
    await back(page)
    await page.waitForURL('**/customer-portal/home')
    await end()
  },
)

/** Like the browser's button; a blocked navigation never arrives. */
function back(page: Page): Promise<void> {
  return page.evaluate(() => history.back())
}

test('the button clicked after an invalid duration does not move, and every invalid field is marked', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width: phoneWidth })
  await open('/admin-portal/tickets-overview?progress=inProgress')
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL('**/admin-portal/ticket/*')
  await page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().click()
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
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))
  expect(await send.boundingBox()).toEqual(box)
  await page.mouse.up()
  await expect.poll(() => form.locator('[aria-invalid]').count()).toBe(2)
  // It is announced once, with the focus.
  const spoken = await form.getByRole('status').allTextContents()
  expect(spoken.join(' ')).toContain('Bitte prüfen Sie 2')
  expect(spoken.join(' ')).not.toContain('Pflichtfeld')
  await end()
})

test('after an entry is added or deleted the focus stays near it', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width: phoneWidth })
  await open('/admin-portal/tickets-overview?progress=inProgress')
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL('**/admin-portal/ticket/*')
  await page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().click()
  const form = page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  await form.getByLabel('Leistung').fill('Nur kurz da')
  await form.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Nur kurz da')
  await expect.poll(() => coveredPx(page)).toBe(0)

  await page.getByRole('button', { name: 'Aktionen für Nur kurz da' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Löschen' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Aktionen für Nur kurz da' }).waitFor({ state: 'detached' })
  // The next entry, or the list's heading if no entry has actions.
  const list = () => document.activeElement?.closest('section')?.getAttribute('aria-labelledby')
  await expect.poll(() => page.evaluate(list)).toBe('entries-heading')
  await expect.poll(() => coveredPx(page)).toBe(0)
  await end()
})

test('an error appears once: a wrong password at its field', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', expected: [/ 4\d\d /] })
  await open('/user-settings')
  const form = page.getByRole('form', { name: 'Passwort ändern' })
  const current = form.getByLabel('Aktuelles Passwort', { exact: true })
  await current.fill('Falsch-4711-falsch')
  await form.getByLabel('Neues Passwort', { exact: true }).fill('Windrad-2027-Westwind')
  await form.getByLabel('Neues Passwort', { exact: true }).press('Enter')
  await expect.poll(() => current.getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('.toast').count()).toBe(0)
  expect(await form.getByRole('alert').count()).toBe(0)
  await end()
})

test('a selection ends when a filter hides it', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width: phoneWidth })
  await open('/admin-portal/tickets-overview')
  const boxes = page.getByRole('table').getByRole('checkbox')
  await boxes.nth(1).check()
  await boxes.nth(2).check()
  const bar = page.locator('.stuck-low')
  await bar.getByText('2 ausgewählt').waitFor()
  await bar.getByRole('button', { name: 'Löschen' }).waitFor()
  expect((await bar.boundingBox())?.height).toBeLessThan(110)
  await expect.poll(() => coveredPx(page)).toBe(0)

  await page.getByRole('searchbox').fill('gibt es nicht')
  await page.waitForURL(/search=/)
  await bar.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('')
  await page.waitForURL(url => !url.search.includes('search='))
  await settled(page)
  expect(await bar.count()).toBe(0)
  await end()
})
