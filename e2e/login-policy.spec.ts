import type { Locator, Page } from 'playwright-core'
import { codeOfStep, stepOf } from '#server/auth/totp.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { firstItem } from './list-places.ts'
import { demoPassword } from './secrets.ts'
import { open, phoneWidth } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

/** Sets up codes in the settings, up to the recovery codes; returns one of those. */
async function setUpCodes(page: Page, offset = 0): Promise<string> {
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click()
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await section.getByLabel('Code aus der App').fill(codeOfStep(secret, stepOf(new Date()) + offset))
  await section.getByRole('button', { name: 'Einschalten' }).click()
  return (await firstItem(section.getByRole('list', { name: 'Wiederherstellungscodes' })).textContent()) ?? ''
}

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN

test('an admin requires a second factor, loses their own, and is led to the set-up', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth, expected: [/409/] })
  await open(page, '/admin-portal/settings/users')
  const demand = page.getByRole('switch', { name: 'Administratoren brauchen einen zweiten Faktor' })
  await demand.click()
  const question = page.getByRole('alertdialog', { name: 'Zweiten Faktor verlangen?' })
  await question.getByRole('button', { name: 'Verlangen' }).click()
  await expect(page.getByText('Bitte richten Sie zuerst Ihren eigenen zweiten Faktor ein.')).toBeVisible()
  await expect(question).not.toBeAttached()
  await expect(demand).not.toBeChecked()
  // The toast avoids the focused switch below it. It holds still under a press, which takes the focus from the switch.
  const setUp = page.getByRole('button', { name: 'Jetzt einrichten' })
  await expect(demand).toBeFocused()
  await demand.evaluate(element => scrollBy(0, element.getBoundingClientRect().top - innerHeight + 144))
  await expect.poll(async () => (await topOf(demand)) - (await topOf(setUp))).toBeGreaterThan(0)
  await setUp.hover()
  await page.mouse.down()
  await expect(setUp).toBeFocused()
  await waitUntilLoaded(page)
  await page.mouse.up()
  await page.waitForURL('**/user-settings#zweiter-faktor')
  const recoveryCode = await setUpCodes(page)
  await page.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click()
  await open(page, '/admin-portal/settings/users')
  await demand.click()
  await expectAccessible(page, 'the question')
  await question.getByRole('button', { name: 'Verlangen' }).click()
  await expect(page.getByText('Administratoren brauchen jetzt einen zweiten Faktor.')).toBeVisible()
  await expect(demand).toBeChecked()

  await open(page, '/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Ausschalten' }).click()
  await section.getByLabel('Aktuelles Passwort').fill(demoPassword)
  await section.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
  await section.getByLabel('Wiederherstellungscode', { exact: true }).fill(recoveryCode)
  await section.getByRole('button', { name: 'Ausschalten' }).click()
  await expect(section.getByRole('button', { name: 'Zweiten Faktor einrichten' })).toBeVisible()

  await open(page, '/admin-portal/home')
  await page.waitForURL('**/user-settings')
  await expect(page.getByText('Bitte richten Sie einen zweiten Faktor ein')).toBeVisible()
  await expectAccessible(page, 'held up')
  await expectNoSidewaysScroll(page, 'held up')
  await setUpCodes(page)
  await expect(page.getByText('Der zweite Faktor ist eingerichtet')).toBeVisible()
  // Codes shown only once are still visible.
  await expect(section.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page, 'let in again')
  await page.getByRole('link', { name: 'Zum Admin-Portal' }).click()
  await expect(page.getByRole('heading', { name: /^Guten Tag/ })).toBeVisible()
})
