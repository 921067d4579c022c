/** Runs sqlmap on one request, and parses its output. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Dbms = 'SQLite' | 'PostgreSQL'

/** The effort: reads are tested in more ways than writes. */
const depths = { read: ['--level=2', '--risk=2'], write: ['--level=1', '--risk=2'] } as const
export type Depth = keyof typeof depths

export type Verdict = {
  /** Values it tested without a finding. */
  readonly cleanCount: number
  /** Values it considers injectable, in its own words. */
  readonly found: readonly string[]
  readonly output: string
}

/** `file`: the request; `folder`: for sqlmap's output. */
export async function runSqlmap(file: string, folder: string, dbms: Dbms, depth: Depth): Promise<Verdict> {
  const options = [
    ...['--batch', '--flush-session', '--ignore-stdin', '--disable-coloring', `--output-dir=${folder}`],
    ...[`--dbms=${dbms}`, ...depths[depth]],
    // A refusal is an answer like others, and one finding does not stop the search.
    ...['--ignore-code=*', '--answers=keep testing=Y'],
    // Cookies stay unchanged; headers have separate requests.
    ...['--drop-set-cookie', '--skip=cookie,user-agent,referer,host'],
  ]
  const child = spawn('sqlmap', ['-r', file, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', part => {
      output += String(part)
    })
  }
  await once(child, 'close')
  return { ...readVerdict(output), output }
}

export function readVerdict(output: string): Pick<Verdict, 'cleanCount' | 'found'> {
  const clean = output.match(/parameter '[^\n]+' does not seem to be injectable/g) ?? []
  const found = output.match(/^Parameter: .*(?:\n(?!Parameter: |---).*)*/gm) ?? []
  return { cleanCount: clean.length, found }
}
