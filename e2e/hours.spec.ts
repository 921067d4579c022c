/** Typing working time. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { visit } from './visit.ts'

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

async function openNewEntry() {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/tickets-overview?progress=inProgress')
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL('**/admin-portal/ticket/*')
  await page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().click()
  const form = page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  const hours = form.getByLabel('Abzurechnende Stunden')
  return { page, form, hours, end }
}

test('every click into an unfocused hours field selects its content, and typing replaces it', async () => {
  const { page, form, hours, end } = await openNewEntry()
  const selected = () =>
    hours.evaluate((field: HTMLInputElement) => field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0))
  await hours.fill('1,75')
  await form.getByLabel('Leistung').click()
  await hours.click()
  expect(await selected()).toBe('1,75')
  await page.keyboard.type('2')
  expect(await hours.inputValue()).toBe('2')
  await form.getByLabel('Leistung').click()
  await hours.click({ position: { x: 4, y: 8 } })
  expect(await selected()).toBe(await hours.inputValue())
  // Another click places the cursor, to change a digit.
  await hours.click()
  expect(await selected()).toBe('')
  await end()
})

test('an invalid duration shows an error on blur, before anything is sent', async () => {
  const { page, form, hours, end } = await openNewEntry()
  const leaveWith = async (text: string) => {
    await hours.fill('1')
    expect(await hours.getAttribute('aria-invalid'), text).toBeNull()
    await hours.fill(text)
    await page.keyboard.press('Tab')
  }
  for (const [text, error] of [
    ['25:00', /ab 24\sStunden ohne Doppelpunkt/],
    ['acht', /Bitte geben Sie eine Dauer an/],
    ['10001', /höchstens 10\.000\sStunden/],
    ['1,51', /ganzen Minuten/],
  ] as const) {
    await leaveWith(text)
    await form.getByText(error).waitFor()
    expect(await hours.getAttribute('aria-invalid'), text).toBe('true')
  }
  for (const text of ['1,5', '1:30', '90m', '1h30']) {
    await leaveWith(text)
    expect(await hours.inputValue()).toBe('1,50')
    expect(await hours.getAttribute('aria-invalid'), text).toBeNull()
  }
  await end()
})
