import { fileTexts } from '#web/texts/files.texts.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { attach, attached, onDetails, openForm, pdf } from './request-form.ts'

const page11Mb = {
  name: 'Baupläne.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7')], 11_000_000),
}

test('files of a wrong type, empty or too large, show an error next to their names, and nothing else is lost', async ({
  customer: page,
}) => {
  const form = await openForm(page)
  await form.getByLabel('Worum geht es?').fill('Mit falschen Dateien')
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  const rowOf = (name: string) => form.getByRole('listitem').filter({ hasText: name })
  await attach(
    form,
    { name: 'rechnung.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<!doctype html>') },
    { name: 'leer.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    page11Mb,
    pdf('gut.pdf'),
  )
  await expect(rowOf('rechnung.pdf').getByText('Möglich sind PDF, JPEG, PNG und HEIC.')).toBeVisible()
  await expect(rowOf('leer.pdf').getByText('Diese Datei ist leer.')).toBeVisible()
  await expect(rowOf('Baupläne.pdf').getByText('Diese Datei ist größer als 10 MB.')).toBeVisible()
  await expect(rowOf('gut.pdf').getByText('Hochgeladen', { exact: true })).toBeVisible()
  expect(sent).toEqual(['/api/backend/files/'])

  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await expect(form.getByText('Eine Datei ließ sich nicht hochladen.')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Dateien auswählen')
  await expect(form.getByLabel('Worum geht es?')).toHaveValue('Mit falschen Dateien')
  for (const name of ['rechnung.pdf', 'leer.pdf', 'Baupläne.pdf']) {
    await form.getByRole('button', { name: `${name} entfernen` }).click()
  }
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await onDetails(page)
  await expect(attached(page, 'gut.pdf')).toBeVisible()
})

test('a failed upload is retried, a pending one can be cancelled, and submitting waits for the rest', async ({
  visit,
}) => {
  const page = await visit({ as: 'demo-kunde', expected: [/ERR_FAILED|Failed to load/] })
  const form = await openForm(page)
  await form.getByLabel('Worum geht es?').fill('Mit schlechtem Netz')
  await page.route('**/api/backend/files/', route => route.abort())
  await attach(form, pdf('Netz weg.pdf'))
  await expect(form.getByText('Die Übertragung hat nicht geklappt.', { exact: true })).toBeVisible()
  await page.unroute('**/api/backend/files/')
  await form.getByRole('button', { name: 'Netz weg.pdf: erneut versuchen' }).click()
  await expect(form.getByText('Hochgeladen', { exact: true })).toBeVisible()

  const held = Promise.withResolvers<void>()
  await page.route('**/api/backend/files/', async route => {
    await held.promise
    await route.continue().catch(() => {})
  })
  await attach(form, pdf('Unnötig.pdf'), pdf('Kommt spät.pdf'))
  await form.getByRole('button', { name: 'Unnötig.pdf: Übertragung abbrechen' }).click()
  await expect(form.getByText('Unnötig.pdf', { exact: true })).not.toBeAttached()
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  held.resolve()
  await onDetails(page)
  await expect(attached(page, 'Kommt spät.pdf')).toBeVisible()
  await expect(page.getByText('Unnötig.pdf', { exact: true })).toHaveCount(0)
})

test('files can be dropped and pasted, and dropping outside the field does not replace the page', async ({
  customer: page,
}) => {
  const form = await openForm(page)
  await form.getByLabel('Worum geht es?').fill('Gezogen und eingefügt')
  const give = (selector: string, kind: 'drop' | 'paste', name: string) =>
    page.locator(selector).evaluate(
      (element, [type, fileName]) => {
        const files = new DataTransfer()
        files.items.add(new File(['%PDF-1.7'], fileName ?? '', { type: 'application/pdf' }))
        const event =
          type === 'drop'
            ? new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true })
        return { isTaken: !element.dispatchEvent(event) }
      },
      [kind, name],
    )
  expect(await give('[role=dialog] fieldset', 'drop', 'gezogen.pdf')).toEqual({ isTaken: true })
  expect(await give('[role=dialog] textarea', 'paste', 'eingefügt.pdf')).toEqual({ isTaken: true })
  expect(await give('[role=dialog] textarea', 'drop', 'daneben.pdf')).toEqual({ isTaken: true })
  await expect(form.getByText('eingefügt.pdf', { exact: true })).toBeVisible()
  await expect(form.getByText('Hochgeladen', { exact: true })).toHaveCount(2)
  await expect(form.getByText('daneben.pdf', { exact: true })).toHaveCount(0)
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await onDetails(page)
  await expect(attached(page, 'gezogen.pdf')).toBeVisible()
})

test('an upload whose security check fails twice suggests a solution, and the input survives it', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', expected: [/403/] })
  const form = await openForm(page)
  await form.getByLabel('Worum geht es?').fill('Ohne Cookies')
  await page.route('**/api/backend/files/', route =>
    route.continue({ headers: { ...route.request().headers(), 'x-csrftoken': 'stale' } }),
  )
  await attach(form, pdf('Plan.pdf'))
  await expect(form.getByRole('listitem').getByText(fileTexts.securityCheckFailed)).toBeVisible()
  const toast = page.locator('.toast', { hasText: shellTexts.csrfFailed })
  await expectAccessible(page, 'an upload with CSRF refused twice')
  await page.unroute('**/api/backend/files/')
  await toast.getByRole('button', { name: shellTexts.reload }).click()
  await expect(form.getByLabel('Worum geht es?')).toHaveValue('Ohne Cookies')
})

test('attachments survive a login', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', expected: [/401/, /403/] })
  const form = await openForm(page)
  await form.getByLabel('Worum geht es?').fill('Sitzung zu Ende')
  await attach(form, pdf('bleibt.pdf'))
  await expect(form.getByText('Hochgeladen', { exact: true })).toBeVisible()
  await page.context().clearCookies({ name: /sid$/ })
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await page.waitForURL('**/accounts/login?next=*')
  await page.getByLabel('Benutzername').fill('demo-kunde')
  await page.getByLabel('Passwort', { exact: true }).fill('Sonnenstrom-2026')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL('**/customer-portal/requests-overview**')
  await expect(form.getByText('bleibt.pdf', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Worum geht es?')).toHaveValue('Sitzung zu Ende')
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await onDetails(page)
  await expect(attached(page, 'bleibt.pdf')).toBeVisible()
})
