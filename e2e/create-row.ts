import type { Page } from 'playwright-core'
import { expect } from './journey.ts'

/** Creates a row with the session of the page. */
export async function createRow(page: Page, path: string, data: object): Promise<{ id: string }> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const headers = { 'X-CSRFToken': decodeURIComponent(token) }
  const answer = await page.request.post(`/api/backend/${path}/`, { data, headers })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}
