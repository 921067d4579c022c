/** The fixtures of every journey: a portal, logged-in users, and the check for faults. */
import type { Browser, Page } from 'playwright-core'
import { test as base, inject, type TestContext } from 'vitest'
import { calendarDate } from '#server/clock.ts'
import { openSmtpSink } from '#server/testing/smtp-sink.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, type PortalOptions, startPortal } from './started-portal.ts'
import { visit as openVisit, type Visit, type VisitOptions } from './visit.ts'

export { expect } from './expect.ts'

export type OpenWindow = (options?: VisitOptions) => Promise<Page>

export type StartOwn = (options?: PortalOptions) => Promise<{ portal: Portal; visit: OpenWindow }>

type Task = TestContext['task']

/**
 * One browser per worker, one portal per file, windows per test. Fixtures start only when a test uses them. After a test
 * its windows close, and the test fails if the console, a page or the network had a forbidden event.
 */
export const test = base
  .extend('portalOptions', { scope: 'file' }, async (): Promise<PortalOptions> => ({}))
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from this pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('portal', { scope: 'file' }, async ({ portalOptions }, { onCleanup }) => {
    const portal = await startCopy(portalOptions)
    onCleanup(() => portal.stop())
    return portal
  })
  // Opens a window with other options than the users below have.
  .extend('visit', async ({ browser, portal, task }, { onCleanup }) => {
    const { open, close } = windowsOf(browser, portal, task)
    onCleanup(close)
    return open
  })
  .extend('guest', ({ visit }) => visit())
  .extend('admin', ({ visit }) => visit({ as: 'demo-admin' }))
  .extend('customer', ({ visit }) => visit({ as: 'demo-kunde' }))
  .extend('newCustomer', ({ visit }) => visit({ as: 'demo-neu' }))
  // Starts a portal for this test only.
  .extend('startOwn', async ({ browser, task }, { onCleanup }): Promise<StartOwn> => {
    const ends: (() => Promise<void>)[] = []
    onCleanup(() => endAll(ends))
    return async options => {
      const portal = await startCopy(options)
      const { open, close } = windowsOf(browser, portal, task)
      ends.push(close, portal.stop)
      return { portal, visit: open }
    }
  })

/** With mailboxes that receive the portal's mails. */
export const mailTest = test
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from this pattern
  .extend('mailbox', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sink = await openSmtpSink()
    onCleanup(() => sink.close())
    return sink
  })
  .extend('portalOptions', { scope: 'file' }, async ({ mailbox }) => ({ environment: { SMTP_URL: mailbox.url } }))

/** Starts with the demo that the run has loaded, unless midnight has passed since. */
function startCopy(options?: PortalOptions): Promise<Portal> {
  const { folder, date } = inject('loadedDemo')
  return startPortal({ ...options, demoData: date === calendarDate(new Date()) ? folder : null })
}

/** The windows that a test opens on a portal; closing a window checks its faults. */
function windowsOf(browser: Browser, portal: Portal, task: Task): { open: OpenWindow; close: () => Promise<void> } {
  const visits: Visit[] = []
  return {
    open: async options => {
      const opened = await openVisit(browser, portal, options)
      visits.push(opened)
      return opened.page
    },
    close: () =>
      endAll(visits.map(opened => () => (task.result?.state === 'fail' ? showFailed(task, opened) : opened.end()))),
  }
}

/** Ends each, even after a failure; then throws the first error. */
async function endAll(ends: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const end of ends) await end().catch(error => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/** Records the last state of a failed test: a screenshot, and its text where only the log is kept. */
async function showFailed(task: Task, { page, context, faults }: Visit): Promise<void> {
  if (!page.isClosed()) {
    const picture = `test-results/${`${task.name} ${page.viewportSize()?.width}`.replaceAll(/[^\p{L}\d]+/gu, '-')}.png`
    await page.screenshot({ path: picture })
    const words = await page.locator('body').ariaSnapshot()
    process.stderr.write(`\n${task.name}, ${page.url()}, ${picture}\n${faults.join('\n')}\n${words}\n`)
  }
  await context.close()
}
