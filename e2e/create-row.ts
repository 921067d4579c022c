import type { Page } from 'playwright-core'
import { expect } from './journey.ts'

/** The header that every unsafe call with the session of the page needs. */
export async function csrfHeaders(page: Page): Promise<Record<string, string>> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  return { 'X-CSRFToken': decodeURIComponent(token) }
}

/** Creates a row with the session of the page. */
export async function createRow(page: Page, path: string, data: object): Promise<{ id: string }> {
  const answer = await page.request.post(`/api/backend/${path}/`, { data, headers: await csrfHeaders(page) })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}
