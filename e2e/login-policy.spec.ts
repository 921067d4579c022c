import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOfStep, stepOf } from '#server/auth/totp.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { demoPassword } from './secrets.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { phoneWidth, visit } from './visit.ts'

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

/** Sets up codes in the settings, up to the recovery codes; returns one of those. */
async function setUpCodes(page: Page, offset = 0): Promise<string> {
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click()
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await section.getByLabel('Code aus der App').fill(codeOfStep(secret, stepOf(new Date()) + offset))
  await section.getByRole('button', { name: 'Einschalten' }).click()
  const codes = section.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem')
  return (await codes.first().textContent()) ?? ''
}

test('an admin requires a second factor, loses their own, and is led to the set-up', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width: phoneWidth, expected: [/409/] })
  await open('/admin-portal/settings/users')
  const demand = page.getByRole('switch', { name: 'Administratoren brauchen einen zweiten Faktor' })
  await demand.click()
  const question = page.getByRole('alertdialog', { name: 'Zweiten Faktor verlangen?' })
  await question.getByRole('button', { name: 'Verlangen' }).click()
  await page.getByText('Bitte richten Sie zuerst Ihren eigenen zweiten Faktor ein.').first().waitFor()
  await question.waitFor({ state: 'detached' })
  expect(await demand.isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Jetzt einrichten' }).click()
  await page.waitForURL('**/user-settings#zweiter-faktor')
  const recoveryCode = await setUpCodes(page)
  await page.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click()
  await open('/admin-portal/settings/users')
  await demand.click()
  await expectAccessible(page, 'the question')
  await question.getByRole('button', { name: 'Verlangen' }).click()
  await page.getByText('Administratoren brauchen jetzt einen zweiten Faktor.').waitFor()
  expect(await demand.isChecked()).toBe(true)

  await open('/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Ausschalten' }).click()
  await section.getByLabel('Aktuelles Passwort').fill(demoPassword)
  await section.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
  await section.getByLabel('Wiederherstellungscode', { exact: true }).fill(recoveryCode)
  await section.getByRole('button', { name: 'Ausschalten' }).click()
  await section.getByRole('button', { name: 'Zweiten Faktor einrichten' }).waitFor()

  await open('/admin-portal/home')
  await page.waitForURL('**/user-settings')
  await page.getByText('Bitte richten Sie einen zweiten Faktor ein').waitFor()
  await expectAccessible(page, 'held up')
  await expectNoSidewaysScroll(page, 'held up')
  await setUpCodes(page)
  await page.getByText('Der zweite Faktor ist eingerichtet').waitFor()
  // Codes shown only once are still visible.
  expect(await section.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem').count()).toBe(10)
  await expectAccessible(page, 'let in again')
  await page.getByRole('link', { name: 'Zum Admin-Portal' }).click()
  await page.getByRole('heading', { name: /^Guten Tag/ }).waitFor()
  await end()
})
