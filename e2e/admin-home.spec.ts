/** The rows of the admin's home: subject, urgency, and links to the complete lists. */
import { expect, test } from './journey.ts'
import { deskWidth, open, phoneWidth } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

test.for([deskWidth, phoneWidth])('every card links to its list, %i px wide', async (width, { visit }) => {
  const page = await visit({ as: 'demo-admin', width })
  await open(page, '/admin-portal/home')
  await waitUntilLoaded(page)
  for (const [name, link] of [
    ['Auffällig', 'Alle Dienste'],
    ['Offene Anfragen', 'Alle offenen Anfragen'],
    ['Abzurechnen', 'Alle abzurechnenden Kunden'],
    ['Offene Rechnungen', 'Alle offenen Rechnungen'],
  ] as const) {
    await expect(page.getByRole('region', { name }).getByRole('link', { name: link })).toBeVisible()
  }
  await expect(
    page.getByRole('region', { name: 'Abzurechnen' }).getByText('Gezählt sind nur fertige Einträge.'),
  ).toBeVisible()
})

test('failures have a mark, and every time in that card is relative', async ({ admin: page }) => {
  await open(page, '/admin-portal/home')
  const rows = page.getByRole('region', { name: 'Auffällig' }).getByRole('listitem')
  await expect(rows).not.toHaveCount(0)
  for (const row of await rows.all()) {
    const text = (await row.textContent()) ?? ''
    expect(text).not.toMatch(/\d{2}\.\d{2}\.\d{4}/)
    const isDown = /Nicht erreichbar|Meldet sich nicht/.test(text)
    expect([text, await row.locator('.tabler-icon-alert-circle').count()]).toEqual([text, isDown ? 1 : 0])
  }
})

test('customers’ names are complete in every table of the home', async ({ admin: page }) => {
  await open(page, '/admin-portal/home')
  await waitUntilLoaded(page)
  await expect(page.getByRole('table').getByRole('link')).not.toHaveCount(0)
  const cut = await page
    .locator('td span')
    .evaluateAll(spans =>
      spans
        .filter(span => span.scrollHeight > span.clientHeight + 1 && span.clientHeight > 0)
        .map(span => span.textContent),
    )
  expect(cut).toEqual([])
})
