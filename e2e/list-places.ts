/** Locates rows and items by position, for journeys that work with any of them. Everything else is located by role and name. */
import type { Locator, Page } from 'playwright-core'

/** The link of the first row of the page's table. */
export const firstLink = (page: Page): Locator => page.getByRole('table').getByRole('link').first()

/** The first row below the head of the page's table. */
export const firstRow = (page: Page): Locator => page.getByRole('table').locator('tbody').getByRole('row').first()

/** The first item, or the first with this text. */
export const firstItem = (list: Locator, hasText: string | RegExp = ''): Locator =>
  list.getByRole('listitem').filter({ hasText }).first()

/** The first of several equivalent elements. */
export const anyOf = (alike: Locator): Locator => alike.first()

/** The row that is visible at the window's width, among the variants rendered for different widths. */
export const firstVisible = (rows: Locator): Locator => rows.filter({ visible: true }).first()

/** The option that Enter selects. */
export const firstOption = (place: Page | Locator): Locator => place.getByRole('option').first()

/** Selects this many rows, starting with the first one. */
export async function selectRows(table: Locator, count: number): Promise<void> {
  const boxes = table.locator('tbody').getByRole('checkbox')
  for (let index = 0; index < count; index += 1) await boxes.nth(index).check()
}
