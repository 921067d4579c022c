import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freshAuthenticationMinutes } from '#contract/limits.ts'
import { expect } from './expect.ts'
import type { Portal } from './started-portal.ts'

/** Makes all current sessions older than the limit for sensitive actions. */
export function ageSessions(portal: Portal): void {
  const database = new DatabaseSync(join(portal.dataDir, 'portal.sqlite'), { timeout: 5_000 })
  const at = new Date(Date.now() - freshAuthenticationMinutes * 60_000).toISOString()
  expect(database.prepare('UPDATE session SET authenticated_at = ?').run(at).changes).toBeGreaterThan(0)
  database.close()
}
