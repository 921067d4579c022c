import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresAdminUrl } from '#server/testing/postgres-url.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { visit } from './visit.ts'

/** The first start of a real business, on each engine. */
describe.each(['sqlite', 'postgres'] as const)('on %s', engine => {
  let browser: Browser
  let portal: Portal

  beforeAll(async () => {
    browser = await launchBrowser()
    portal = await startPortal({
      isDemo: false,
      environment: engine === 'postgres' ? { DATABASE_URL: await emptyDatabase() } : {},
    })
  })
  afterAll(async () => {
    await browser?.close()
    await portal?.stop()
  })

  test('the printed link sets up the business once, and no token stays in the address', async () => {
    const link = await portal.printed(/http:\/\/\S+\/einrichten#token=\S+/)
    const { page, end } = await visit(browser, portal, { expected: [/409/] })
    await page.goto(link)
    await page.getByLabel('Firmenname').fill('Elektro Größl')
    await page.getByLabel('Inhaber').fill('Änne Größl')
    await page.getByLabel('E-Mail').fill('buero@groessl.example')
    await page.getByLabel('Benutzername').fill('aenne')
    await page.getByLabel('Passwort', { exact: true }).fill('kurz-und-gut')
    await page.getByRole('button', { name: /einrichten/i }).click()
    await page.waitForURL('**/admin-portal/home')
    expect(page.url()).not.toContain('token')

    await page.goto(link)
    await page.reload()
    await page
      .getByText(/Schon eingerichtet/)
      .first()
      .waitFor()
    await end()
  })
})

async function emptyDatabase(): Promise<string> {
  const { Client } = (await import('pg')).default
  const name = `e2e_${Date.now()}`
  const client = new Client({ connectionString: postgresAdminUrl() })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgresAdminUrl())
  url.pathname = `/${name}`
  return url.toString()
}
