/** The measured installations: created once per run, when the first case needs them, and stopped at its end. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '#server/testing/temporary-postgres.ts'
import { copyToPostgres } from './copy-to-postgres.ts'
import { isRoundDue } from './load.ts'
import { median } from './median.ts'
import type { Options } from './options.ts'
import { type BenchSession, seed } from './seed.ts'
import { seedDue } from './seed-dns.ts'
import { startLimit, startProduct, type Target } from './servers.ts'
import { startMsMax } from './start-and-rest.ts'

export type Installation = { target: Target; customers: BenchSession[]; admin: BenchSession }
/**
 * `limit` computes sums in SQL; `limitStored` reads the stored ones; both use SQLite. `due` and `duePostgres` are products
 * with ten thousand DNS host names that are due.
 */
export type InstallationName =
  | 'small'
  | 'large'
  | 'limit'
  | 'limitStored'
  | 'postgres'
  | 'limitPostgres'
  | 'due'
  | 'duePostgres'

const ports: Readonly<Record<InstallationName, number>> = {
  small: 4801,
  limit: 4802,
  large: 4803,
  postgres: 4804,
  limitStored: 4805,
  limitPostgres: 4806,
  due: 4807,
  duePostgres: 4808,
}
/** Nobody listens there. */
const refusing = '127.0.0.1:9'
const largeFactor = 10

export type Installations = {
  get(name: InstallationName): Promise<Installation>
  stop(): Promise<void>
}

type Tools = Pick<Options, 'profiles' | 'plans'>

/** All files are in `folder`. The limit server and PostgreSQL use copies of the small product's data. */
export function openInstallations(folder: string, { profiles, plans }: Tools): Installations {
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
    limit: () => makeLimit('limit', 'computed'),
    limitStored: () => makeLimit('limitStored', 'stored'),
    async postgres() {
      const small = await get('small')
      const dataDir = join(folder, 'postgres')
      const databaseUrl = await makePostgres('postgres', dataDir, plans)
      return {
        ...small,
        target: remember(await startProduct({ dataDir, port: ports.postgres, databaseUrl, profiles })),
      }
    },
    async limitPostgres() {
      const small = await get('small')
      const port = ports.limitPostgres
      const url = await makePostgres('limitPostgres', join(folder, 'limit-postgres'))
      const args = ['bench/limit-server-postgres.ts', url, String(port)] as const
      return { ...small, target: remember(await startLimit(args, port)) }
    },
    due: async () => ({ ...(await get('small')), target: remember(await startDue(folder, profiles)) }),
    duePostgres: async () => ({
      ...(await get('small')),
      target: remember(await startDueOnPostgres(folder, profiles, stops)),
    }),
  }

  async function makePostgres(name: 'postgres' | 'limitPostgres', dataDir: string, plansTo?: string): Promise<string> {
    const { url, stop } = await startPostgres({ plansTo })
    stops.push(stop)
    await fillPostgres({ url, port: ports[name], dataDir, from: join(folder, 'seeded.sqlite') })
    return url
  }

  /** The limit server on a copy of the small product's data. */
  async function makeLimit(name: 'limit' | 'limitStored', sums: 'computed' | 'stored'): Promise<Installation> {
    const small = await get('small')
    const file = join(folder, `${name}.sqlite`)
    copyFileSync(join(folder, 'seeded.sqlite'), file)
    const args = ['bench/limit-server.ts', file, String(ports[name]), sums] as const
    return { ...small, target: remember(await startLimit(args, ports[name])) }
  }

  /** Migrates a new file by starting the product on it once, seeds it, and starts the product again. */
  async function makeOnSqlite(name: 'small' | 'large', factor: number): Promise<Installation> {
    const dataDir = join(folder, name)
    mkdirSync(dataDir)
    const empty = await startProduct({ dataDir, port: ports[name] })
    await empty.stop()
    const sessions = seed(join(dataDir, 'portal.sqlite'), factor)
    if (name === 'small') copyFileSync(join(dataDir, 'portal.sqlite'), join(folder, 'seeded.sqlite'))
    const start = name === 'small' ? startMeasured : startProduct
    return { ...sessions, target: remember(await start({ dataDir, port: ports[name], profiles })) }
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

/** The time of one start varies with other writes of the disk: the median of these counts. */
const startsPerTurn = 3

/** Starts again while the median is above the limit, as `compare` measures again. A profile is one of a single start. */
async function startMeasured(options: Parameters<typeof startProduct>[0]): Promise<Target> {
  const startsMs: number[] = []
  for (;;) {
    const target = await startProduct(options)
    startsMs.push(target.startedInMs)
    const startedInMs = median(startsMs)
    const isAnotherDue = isRoundDue(startsMs.length, startsPerTurn, () => startedInMs <= startMsMax)
    if (options.profiles !== undefined || !isAnotherDue) {
      target.startedInMs = startedInMs
      return target
    }
    await target.stop()
  }
}

/** Copies the seeded data into an empty database, which the product migrates first. */
async function fillPostgres({
  url,
  port,
  dataDir,
  from,
}: {
  url: string
  port: number
  dataDir: string
  from: string
}) {
  mkdirSync(dataDir, { recursive: true })
  const empty = await startProduct({ dataDir, port, databaseUrl: url })
  await empty.stop()
  await copyToPostgres(from, url)
}

/** A product with the keys of the small one and a copy of its data, with due host names. */
async function startDue(folder: string, profiles: string | undefined, databaseUrl = ''): Promise<Target> {
  const dataDir = join(folder, databaseUrl === '' ? 'due' : 'due-postgres')
  const [file, keysFile] = [join(dataDir, 'portal.sqlite'), join(dataDir, 'keys')]
  const port = databaseUrl === '' ? ports.due : ports.duePostgres
  mkdirSync(dataDir)
  copyFileSync(join(folder, 'small', 'keys'), keysFile)
  copyFileSync(join(folder, 'seeded.sqlite'), file)
  seedDue(file, { keysFile, server: `http://${refusing}` })
  if (databaseUrl !== '') await fillPostgres({ url: databaseUrl, port, dataDir, from: file })
  return startProduct({ dataDir, port, databaseUrl, variables: { OUTGOING_ALLOW: refusing }, profiles })
}

async function startDueOnPostgres(folder: string, profiles: string | undefined, stops: (() => Promise<void>)[]) {
  const { url, stop } = await startPostgres()
  stops.push(stop)
  return startDue(folder, profiles, url)
}
