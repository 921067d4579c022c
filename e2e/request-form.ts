/** The customer's request form and its attachments. */
import type { Locator, Page } from 'playwright-core'
import { expect } from './expect.ts'

export const pdf = (name: string, content = 'Angebot') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${content}`),
})

export async function openForm(page: Page): Promise<Locator> {
  await page.goto('/customer-portal/requests-overview?dialog=new')
  const form = page.getByRole('dialog', { name: 'Anfrage stellen' })
  await expect(form.getByLabel('Worum geht es?')).toBeVisible()
  return form
}

/** Excludes the input that opens a phone's camera. */
export const fileField = (place: Page | Locator) => place.locator('input[type=file]:not([capture])')

export const attach = (form: Locator, ...files: ReturnType<typeof pdf>[]) => fileField(form).setInputFiles(files)

/** A file on a request's page, not in the form that closes over it. */
export const attached = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Anhänge' }).getByText(name, { exact: true })

/** Waits for the page of the new request. */
export const onDetails = (page: Page) => page.waitForURL('**/customer-portal/request/*')
