/** Rows and items by their place, for journeys in which any of them will do. Everything else is found by role and name. */
import type { Locator, Page } from 'playwright-core'

/** The link of the first row of the page's table. */
export const firstLink = (page: Page): Locator => page.getByRole('table').getByRole('link').first()

/** The first row below the head of the page's table. */
export const firstRow = (page: Page): Locator => page.getByRole('table').locator('tbody').getByRole('row').first()

/** The first item, or the first with this text. */
export const firstItem = (list: Locator, hasText: string | RegExp = ''): Locator =>
  list.getByRole('listitem').filter({ hasText }).first()

/** Any of several alike. */
export const anyOf = (alike: Locator): Locator => alike.first()

/** Of rows of which each is drawn for one width of the window. */
export const firstVisible = (rows: Locator): Locator => rows.filter({ visible: true }).first()

/** The choice that Enter takes. */
export const firstOption = (place: Page | Locator): Locator => place.getByRole('option').first()

/** Selects that many rows from the first one on. */
export async function selectRows(table: Locator, count: number): Promise<void> {
  const boxes = table.locator('tbody').getByRole('checkbox')
  for (let index = 0; index < count; index += 1) await boxes.nth(index).check()
}
