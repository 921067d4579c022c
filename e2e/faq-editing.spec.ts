import type { Page } from 'playwright-core'
import { expect, test } from './journey.ts'
import { firstItem } from './list-places.ts'
import { open } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

test('an admin writes a question with a preview, publishes it, moves it to the top, and the website shows it at once', async ({
  admin: page,
}) => {
  // Fills the public page's cache, which must be refreshed later.
  await open(page, '/faq')
  await expect(page.getByText('Wie wird die Arbeit abgerechnet?')).toBeVisible()
  await open(page, '/admin-portal/faq')
  // So low that the end of the list is outside the view.
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.getByRole('button', { name: 'Frage anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Frage anlegen' })
  await form.getByRole('button', { name: 'Frage anlegen' }).click()
  await expect(form.getByText('Dieses Feld ist ein Pflichtfeld.')).toHaveCount(2)
  await form.getByLabel('Frage', { exact: true }).fill('Kommen Sie auch samstags?')
  await form.getByLabel('Thema').fill('Zusammenarbeit')
  await form.getByLabel('Antwort', { exact: true }).fill('Ja, **nach Absprache**.\n\n<script>alert(1)</script>')
  const preview = form.getByRole('region', { name: 'Vorschau' })
  await expect(preview.locator('strong', { hasText: 'nach Absprache' })).toBeVisible()
  await expect(preview.locator('script')).toHaveCount(0)
  await form.getByRole('button', { name: 'Frage anlegen' }).click()
  await expect(form).not.toBeAttached()

  const row = page.getByRole('listitem').filter({ hasText: 'Kommen Sie auch samstags?' })
  const added = row.getByRole('link', { name: 'Kommen Sie auch samstags?' })
  await expect(added).toBeInViewport()
  await expect(added).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(row.getByText('Entwurf')).toBeVisible()
  await open(page, '/faq')
  await expect(page.getByText('Wie wird die Arbeit abgerechnet?')).toBeVisible()
  await expect(page.getByText('Kommen Sie auch samstags?')).toHaveCount(0)

  await open(page, '/admin-portal/faq')
  await chooseInMenu(page, 'Kommen Sie auch samstags?', 'Veröffentlichen')
  await expect(row.getByText('Veröffentlicht')).toBeVisible()
  // To the top with the keyboard.
  await page.getByRole('button', { name: 'Kommen Sie auch samstags? verschieben' }).focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('Kommen Sie auch samstags? steht jetzt an Stelle 1 von 11.')).toBeAttached()
  await waitUntilLoaded(page)
  await expect(firstItem(page.getByRole('list', { name: 'Fragen' }))).toContainText('samstags')

  // Within the application, without a page load.
  await page.getByRole('link', { name: 'Seite ansehen' }).click()
  await expect(page.getByRole('heading', { name: 'Kommen Sie auch samstags?' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Start', exact: true }).click()
  // The homepage loads its questions when they are scrolled near.
  await page.getByRole('heading', { name: 'Umsetzung und Betrieb' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { name: 'Kommen Sie auch samstags?' })).toBeVisible()
})

test('a question is changed, found and deleted', async ({ admin: page }) => {
  await open(page, '/admin-portal/faq?search=kosten')
  await page.getByRole('link', { name: /Kann ich die Kosten begrenzen/ }).click()
  const form = page.getByRole('dialog', { name: 'Frage bearbeiten' })
  await form.getByLabel('Frage', { exact: true }).fill('Kann ich einen Kostenrahmen setzen?')
  // Leaving asks first, and the input is kept.
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Eingaben verwerfen?' })
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await form.getByRole('button', { name: 'Frage speichern' }).click()
  await expect(form).not.toBeAttached()
  await expect(page.getByRole('link', { name: /Kann ich einen Kostenrahmen setzen/ })).toBeVisible()

  await chooseInMenu(page, 'Kann ich einen Kostenrahmen setzen?', 'Löschen')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByRole('link', { name: /Kann ich einen Kostenrahmen setzen/ })).not.toBeAttached()
})

async function chooseInMenu(page: Page, question: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Aktionen für ${question}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
