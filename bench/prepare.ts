/** The measured installations: created once per run, when the first case needs them, and stopped at its end. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '#server/testing/temporary-postgres.ts'
import { copyToPostgres } from './copy-to-postgres.ts'
import { type BenchSession, seed } from './seed.ts'
import { startLimit, startProduct, type Target } from './servers.ts'

export type Installation = { target: Target; customers: BenchSession[]; admin: BenchSession }
export type InstallationName = 'small' | 'large' | 'limit' | 'postgres'

const ports: Readonly<Record<InstallationName, number>> = { small: 4801, limit: 4802, large: 4803, postgres: 4804 }
const largeFactor = 10

export type Installations = {
  get(name: InstallationName): Promise<Installation>
  stop(): Promise<void>
}

/** All files are in `folder`. The limit server and PostgreSQL use copies of the small product's data. */
export function openInstallations(folder: string, profiles: string | undefined): Installations {
  const made = new Map<InstallationName, Promise<Installation>>()
  const stops: (() => Promise<void>)[] = []

  const get = (name: InstallationName): Promise<Installation> => {
    const known = made.get(name)
    if (known) return known
    const making = makers[name]()
    made.set(name, making)
    return making
  }

  const makers: Readonly<Record<InstallationName, () => Promise<Installation>>> = {
    small: () => makeOnSqlite('small', 1),
    large: () => makeOnSqlite('large', largeFactor),
    async limit() {
      const small = await get('small')
      return { ...small, target: remember(await startLimit(join(folder, 'limit.sqlite'), ports.limit)) }
    },
    async postgres() {
      const small = await get('small')
      const server = await startPostgres()
      stops.push(server.stop)
      const dataDir = join(folder, 'postgres')
      mkdirSync(dataDir)
      const start = () => startProduct({ dataDir, port: ports.postgres, databaseUrl: server.url, profiles })
      const empty = await start()
      await empty.stop()
      await copyToPostgres(join(folder, 'limit.sqlite'), server.url)
      return { ...small, target: remember(await start()) }
    },
  }

  /** Migrates a new file by starting the product on it once, seeds it, and starts the product again. */
  async function makeOnSqlite(name: 'small' | 'large', factor: number): Promise<Installation> {
    const dataDir = join(folder, name)
    mkdirSync(dataDir)
    const empty = await startProduct({ dataDir, port: ports[name] })
    await empty.stop()
    const sessions = seed(join(dataDir, 'portal.sqlite'), factor)
    if (name === 'small') copyFileSync(join(dataDir, 'portal.sqlite'), join(folder, 'limit.sqlite'))
    return { ...sessions, target: remember(await startProduct({ dataDir, port: ports[name], profiles })) }
  }

  function remember(target: Target): Target {
    stops.push(target.stop)
    return target
  }

  return {
    get,
    async stop() {
      for (const stop of stops.toReversed()) await stop()
    },
  }
}
