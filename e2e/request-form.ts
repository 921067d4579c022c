/** The customer's request form and its attachments. */
import type { Locator, Page } from 'playwright-core'

export const pdf = (name: string, content = 'Angebot') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${content}`),
})

export async function openForm(page: Page): Promise<Locator> {
  await page.goto('/customer-portal/requests-overview?dialog=new')
  const form = page.getByRole('dialog', { name: 'Anfrage stellen' })
  await form.getByLabel('Worum geht es?').waitFor()
  return form
}

export const attach = (form: Locator, ...files: ReturnType<typeof pdf>[]) =>
  form.locator('input[type=file][multiple]').setInputFiles(files)

/** Waits for the page of the new request. */
export const onDetails = (page: Page) => page.waitForURL('**/customer-portal/request/*')
