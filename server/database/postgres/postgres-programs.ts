/** PostgreSQL's own programs for copies: pg_dump writes one, pg_restore restores it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync } from 'node:fs'
import { CopyError } from '#server/database/copies/copies.ts'
import { asidePrefix } from './postgres-set-aside.ts'

/** Writes the data of one snapshot for `pg_restore`. Throws CopyError. */
export async function dumpPostgres(url: string, file: string, snapshot: string): Promise<void> {
  const { password, address } = withoutPassword(url)
  // A concurrent schema change may in turn wait for the snapshot: neither would ever end.
  const options = [
    '--format=custom',
    '--lock-wait-timeout=30s',
    `--snapshot=${snapshot}`,
    `--exclude-schema=${asidePrefix}*`,
  ]
  await run('pg_dump', [...options, `--file=${file}`, `--dbname=${address}`], password)
  chmodSync(file, 0o600)
}

/** Fills an empty database, completely or not at all. Throws CopyError. */
export async function restorePostgres(url: string, file: string): Promise<void> {
  const { password, address } = withoutPassword(url)
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  await run('pg_restore', [...options, `--dbname=${address}`, file], password)
}

async function run(name: string, args: readonly string[], password: string): Promise<void> {
  const program = findProgram(name)
  if (program === undefined) {
    throw new CopyError('tool_missing', `${name} is not installed, on Debian it comes with postgresql-client`)
  }
  // The password stays off the command line, which every user of the machine can read.
  const child = spawn(program, args, {
    env: { PGPASSWORD: password, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 2_000)
  })
  const [exitCode] = await once(child, 'close')
  if (exitCode === 0) return
  const sentence = complaint.trim().replaceAll('\n', ' ') || `${name} ended with ${exitCode}`
  throw new CopyError(/no space left on device|file too large/i.test(sentence) ? 'disk_full' : 'not_possible', sentence)
}

/** The newest one: it reads every older server, but not vice versa. */
function findProgram(name: string): string | undefined {
  const debian = globSync(`/usr/lib/postgresql/*/bin/${name}`)
  const newestFirst = debian.toSorted((a, b) => majorOf(b) - majorOf(a))
  return [...newestFirst, ...globSync([`/usr/local/bin/${name}`, `/usr/bin/${name}`])][0]
}

function majorOf(path: string): number {
  return Number(path.split('/')[4])
}

function withoutPassword(url: string): { password: string; address: string } {
  const parsed = new URL(url)
  const password = decodeURIComponent(parsed.password)
  parsed.password = ''
  return { password, address: parsed.toString() }
}
