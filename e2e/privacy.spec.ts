import { readFileSync } from 'node:fs'
import { configure, TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { deskWidth, open, phoneWidth } from './visit.ts'

configure({ useWebWorkers: false })

async function unzip(file: string): Promise<Map<string, string>> {
  const reader = new ZipReader(new Uint8ArrayReader(readFileSync(file)))
  const files = new Map<string, string>()
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()))
  }
  return files
}

test('a customer requests an export, sees it finish, and downloads it', async ({ customer: page }) => {
  await open(page, '/user-settings')
  const section = page.getByRole('region', { name: 'Datenexport' })
  await expect(section.getByText('Sie haben noch keinen Export angefordert.')).toBeVisible()
  await section.getByRole('button', { name: 'Meine Daten exportieren' }).click()
  await expect(section.getByText('Bereit', { exact: true })).toBeVisible()
  await expectAccessible(page, 'an export that is ready')
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: /^ZIP-Datei herunterladen/ }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^Daten_K-\d+_\d{4}-\d\d-\d\d\.zip$/)
  const files = await unzip(await saved.path())
  expect(JSON.parse(files.get('tickets.json') ?? '[]').length).toBeGreaterThan(5)
  expect([...files.keys()].some(path => path.startsWith('dateien/') && path.endsWith('.pdf'))).toBe(true)
  expect(files.get('LIESMICH.txt')).toContain('IHRE DATEN IM KUNDENPORTAL')
})

test.for([
  [phoneWidth, 'dark'],
  [deskWidth, 'light'],
] as const)(
  'an admin requests an export, and the customer sees that (%i px, %s)',
  async ([width, scheme], { visit }) => {
    const admin = await visit({ as: 'demo-admin', width, scheme })
    const answer = await admin.request.get('/api/backend/customer/?kind=business')
    const { results } = await answer.json()
    const { id } = results[0]
    await open(admin, `/admin-portal/customer/${id}?section=privacy`)
    await admin.getByRole('button', { name: 'Daten exportieren' }).click()
    await expect(admin.getByText('Bereit', { exact: true })).toBeVisible()
    await expectAccessible(admin, 'the exports of a customer')
    await expectNoSidewaysScroll(admin, 'the exports of a customer')
  },
)

test('a customer requests account deletion, and an admin withdraws it', async ({ visit }) => {
  const page = await visit({ as: 'demo-neu', expected: [/422/] })
  await open(page, '/user-settings')
  const section = page.getByRole('region', { name: 'Kundenkonto löschen' })
  await section.getByRole('button', { name: 'Kundenkonto löschen' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(/Kundennummer K-\d+ ein/)
  const number = /K-\d+/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  await field.fill('ja')
  await field.press('Enter')
  await expect(dialog.getByText('Bitte geben Sie die angezeigte Kundennummer ein.')).toBeVisible()
  await expect(field).toHaveValue('ja')
  await expectAccessible(page, 'the question before a deletion')
  await field.fill(number)
  await field.press('Enter')
  await expect(section.getByText(/^Dieses Kundenkonto wird am .* gelöscht$/)).toBeVisible()
  await expect(dialog).not.toBeAttached()
  // The button to withdraw it replaces the one to request it, and has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Löschung widerrufen')
  await expectAccessible(page, 'a deletion that waits')

  await open(page, '/customer-portal/home')
  await expect(page.getByText(/^Dieses Kundenkonto wird am .* gelöscht$/)).toBeVisible()
  await expectAccessible(page, 'the home of an account that is to be deleted')
  await page.getByRole('link', { name: 'Ansehen oder widerrufen' }).click()
  await expect(section.getByRole('button', { name: 'Löschung widerrufen' })).toBeVisible()

  const admin = await visit({ as: 'demo-admin', width: phoneWidth })
  const { customerId } = (await (await page.request.get('/api/auth/session/')).json()).user
  await open(admin, `/admin-portal/customer/${customerId}`)
  await expect(admin.getByText('Der Kunde hat die Löschung')).toBeVisible()
  await expectAccessible(admin, 'a customer whose account is to be deleted')
  await admin.getByRole('link', { name: 'Ansehen oder widerrufen' }).click()
  await expect(admin.getByRole('button', { name: 'Löschung widerrufen' })).toBeVisible()
  await expectAccessible(admin, 'a deletion that waits, as the staff sees it')
  await expectNoSidewaysScroll(admin, 'a deletion that waits')
  await admin.getByRole('button', { name: 'Löschung widerrufen' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Löschung widerrufen' }).click()
  await expect(admin.getByRole('button', { name: 'Kundenkonto löschen' })).toBeVisible()

  await page.reload()
  await expect(section.getByRole('button', { name: 'Kundenkonto löschen' })).toBeVisible()
  await expect(page.getByText(/hat die Löschung Ihres Kundenkontos widerrufen/)).toBeVisible()
})
