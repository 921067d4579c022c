/** Vitest's global set-up: one PostgreSQL for the whole run; every test file makes its own database in it. */
import type { TestProject } from 'vitest/node'
import { startPostgres } from './temporary-postgres.ts'
import './postgres-url.ts'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
