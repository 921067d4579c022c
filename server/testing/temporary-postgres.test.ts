import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { postgresAdminUrl } from './postgres-url.ts'
import { startPostgres } from './temporary-postgres.ts'

test('the run has a real PostgreSQL of a supported version with German collation', async () => {
  const { server_version_num } = await ask(postgresAdminUrl(), 'SHOW server_version_num')
  expect(Number(server_version_num)).toBeGreaterThanOrEqual(150_000)
  const { sorted } = await ask(
    postgresAdminUrl(),
    `SELECT string_agg(name, ' ' ORDER BY name) AS sorted FROM (VALUES ('Zebra'), ('Äpfel'), ('apfel')) AS t(name)`,
  )
  expect(sorted).toBe('apfel Äpfel Zebra')
})

test('a stopped PostgreSQL leaves no process and no folder behind', async () => {
  const postgres = await startPostgres()
  const folder = new URL(postgres.url).searchParams.get('host') ?? ''
  expect(existsSync(folder)).toBe(true)
  expect(commandLines().filter(line => line.includes(folder))).not.toEqual([])
  await postgres.stop()
  expect(existsSync(folder)).toBe(false)
  expect(commandLines().filter(line => line.includes(folder))).toEqual([])
})

test('a PostgreSQL whose starter is killed ends by itself', async () => {
  const starter = `import { startPostgres } from './server/testing/temporary-postgres.ts'
    const { url } = await startPostgres()
    process.stdout.write(url, () => process.kill(process.pid, 'SIGKILL'))`
  const url = (() => {
    try {
      return execFileSync(process.execPath, ['--input-type=module-typescript', '-e', starter], { encoding: 'utf8' })
    } catch (error) {
      // Killed as intended: its earlier output comes with the error.
      return String((error as { stdout?: unknown }).stdout)
    }
  })()
  const folder = new URL(url).searchParams.get('host') ?? ''
  expect(folder).toMatch(/kundenportal-postgres-/)
  await expect.poll(() => existsSync(`${folder}/data`)).toBe(false)
})

async function ask(connectionString: string, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

function commandLines(): string[] {
  return globSync('/proc/[0-9]*/cmdline').map(file => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      // That process has ended in between.
      return ''
    }
  })
}
