/** Typing working time. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from './journey.ts'
import { firstLink } from './list-places.ts'
import { open } from './visit.ts'

async function openNewEntry(page: Page): Promise<{ form: Locator; hours: Locator }> {
  await open(page, '/admin-portal/tickets-overview?progress=inProgress')
  await firstLink(page).click()
  await page.waitForURL('**/admin-portal/ticket/*')
  await page.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  const form = page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  const hours = form.getByLabel('Abzurechnende Stunden')
  return { form, hours }
}

test('every click into an unfocused hours field selects its content, and typing replaces it', async ({
  admin: page,
}) => {
  const { form, hours } = await openNewEntry(page)
  const selected = () =>
    hours.evaluate((field: HTMLInputElement) => field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0))
  await hours.fill('1,75')
  await form.getByLabel('Leistung').click()
  await hours.click()
  await expect.poll(() => selected()).toBe('1,75')
  await page.keyboard.type('2')
  await expect(hours).toHaveValue('2')
  await form.getByLabel('Leistung').click()
  await hours.click({ position: { x: 4, y: 8 } })
  expect(await selected()).toBe(await hours.inputValue())
  // Another click places the cursor, to change a digit.
  await hours.click()
  await expect.poll(() => selected()).toBe('')
})

test('an invalid duration shows an error on blur, before anything is sent', async ({ admin: page }) => {
  const { form, hours } = await openNewEntry(page)
  const leaveWith = async (text: string) => {
    await hours.fill('1')
    await expect.poll(() => hours.getAttribute('aria-invalid'), text).toBeNull()
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
    await expect(form.getByText(error)).toBeVisible()
    await expect(hours, text).toHaveAttribute('aria-invalid', 'true')
  }
  for (const text of ['1,5', '1:30', '90m', '1h30']) {
    await leaveWith(text)
    await expect(hours).toHaveValue('1,50')
    await expect.poll(() => hours.getAttribute('aria-invalid'), text).toBeNull()
  }
})
