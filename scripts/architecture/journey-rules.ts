/** How journeys find elements and wait for them, so that a slower or busier machine changes nothing. */
import type { Rule } from './rule.ts'
import type { SourceFile } from './source-file.ts'

type Habit = {
  name: string
  /** As parsed into `SourceFile.uses`. */
  uses: readonly string[]
  /** Where it is allowed. */
  homes: readonly string[]
  planted: readonly string[]
  allowed: string
}

/** Reads whose result holds only at the time of reading. */
const reads = [
  'allInnerTexts',
  'allTextContents',
  'boundingBox',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEnabled',
  'isVisible',
  'textContent',
  'title',
]

/** Assertions that retry until they hold. Without `await` they assert nothing. */
const retrying = [
  'toBeAttached',
  'toBeChecked',
  'toBeDisabled',
  'toBeEnabled',
  'toBeFocused',
  'toBeHidden',
  'toBeVisible',
  'toContainText',
  'toHaveAttribute',
  'toHaveCount',
  'toHaveText',
  'toHaveTitle',
  'toHaveURL',
  'toHaveValue',
]

const habits: readonly Habit[] = [
  {
    name: 'a journey finds things by role and name, not by their place',
    uses: ['.first', '.last', '.nth'],
    // Rows and items, any of which will do.
    homes: ['e2e/list-places.ts'],
    planted: [
      "await page.getByRole('button').first().click()",
      'await boxes.nth(2).check()',
      'await rows.last().click()',
    ],
    allowed: "await page.getByRole('button', { name: 'Speichern' }).click()",
  },
  {
    name: 'a journey waits by assertion, not by hand and not for a time',
    uses: ['.waitFor', '.waitForTimeout', '.waitForSelector', 'setTimeout()'],
    // For a process and a mailbox, which are no pages; for a paint that may not come.
    homes: ['e2e/started-portal.ts', 'e2e/received-mails.ts', 'e2e/wait-until-loaded.ts'],
    planted: ["await page.getByText('Gespeichert').waitFor()", 'await page.waitForTimeout(500)'],
    allowed: "await expect(page.getByText('Gespeichert')).toBeVisible()",
  },
  {
    name: 'a journey never reads a page once to assert what an action has done',
    uses: reads.map(read => `expect(await .${read}())`),
    homes: ['e2e/browser.spec.ts'],
    planted: [
      "expect(await page.getByRole('row').count()).toBe(3)",
      'expect(await field.inputValue(), name).toBe(name)',
    ],
    allowed: "await expect(page.getByRole('row')).toHaveCount(3)",
  },
  {
    name: 'a journey starts no browser and no portal by itself',
    uses: ['launchBrowser()', 'startPortal()', '.newContext'],
    // The fixtures, their parts, and a page that trusts a foreign script.
    homes: [
      ...['journey', 'loaded-demo', 'visit', 'browser.spec', 'foreign-client.spec'].map(name => `e2e/${name}.ts`),
    ],
    planted: ['const portal = await startPortal()', 'const context = await browser.newContext()'],
    allowed: "test('a ticket is opened', async ({ admin }) => open(admin, '/'))",
  },
  {
    name: 'an assertion that retries is awaited',
    uses: retrying.map(matcher => `expect().${matcher};`),
    homes: [],
    planted: ['expect(row).toBeVisible()', 'expect(row).not.toBeAttached()'],
    allowed: 'await expect(row).not.toBeAttached()',
  },
]

export const journeyRules: readonly Rule[] = [
  ...habits.map(habit => ({
    name: habit.name,
    check: (files: readonly SourceFile[]) =>
      files
        .filter(({ path, uses }) => isOfJourneys(path, habit) && habit.uses.some(use => uses.has(use)))
        .map(({ path }) => `${path}: ${habit.name}`),
    planted: habit.planted.map(text => ({ 'e2e/tickets.spec.ts': text })),
    allowed: [
      { 'e2e/tickets.spec.ts': habit.allowed },
      ...habit.homes.slice(0, 1).map(home => ({ [home]: habit.planted[0] ?? '' })),
    ],
  })),
]

function isOfJourneys(path: string, { homes }: Habit): boolean {
  return path.startsWith('e2e/') && !homes.includes(path)
}
