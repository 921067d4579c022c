import { describe } from 'vitest'
import { postgresAdminUrl } from '#server/testing/postgres-url.ts'
import { expect, test } from './journey.ts'

/** The first start of a real business, on each engine. */
describe.each(['sqlite', 'postgres'] as const)('on %s', engine => {
  test('the printed link sets up the business once, and no token stays in the address', async ({ startOwn }) => {
    const environment = engine === 'postgres' ? { DATABASE_URL: await emptyDatabase() } : undefined
    const { portal, visit } = await startOwn({ isDemo: false, ...(environment && { environment }) })
    const link = await portal.printed(/http:\/\/\S+\/einrichten#token=\S+/)
    const page = await visit({ expected: [/409/] })
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
    await expect(page.getByText(/Schon eingerichtet/)).toBeVisible()
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
