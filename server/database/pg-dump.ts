/** Copies of a PostgreSQL database, made by PostgreSQL's own program. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync } from 'node:fs'

/** Writes a dump for `pg_restore`. Throws with one plain sentence when pg_dump is missing or fails. */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  const program = findPgDump()
  if (program === undefined) throw new Error('pg_dump is not installed, on Debian it comes with postgresql-client')
  const { password, address } = withoutPassword(url)
  // The password stays off the command line, which every user of the machine can read.
  const child = spawn(program, ['--format=custom', `--file=${file}`, `--dbname=${address}`], {
    env: { PGPASSWORD: password, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 2_000)
  })
  const [exitCode] = await once(child, 'close')
  if (exitCode !== 0) throw new Error(complaint.trim().replaceAll('\n', ' ') || `pg_dump ended with ${exitCode}`)
  chmodSync(file, 0o600)
}

/** The newest one: it reads every older server, not the other way round. */
function findPgDump(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin/pg_dump')
  const newestFirst = debian.toSorted((a, b) => majorOf(b) - majorOf(a))
  return [...newestFirst, ...globSync(['/usr/local/bin/pg_dump', '/usr/bin/pg_dump'])][0]
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
