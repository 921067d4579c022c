/** Command line options: `npm run bench -- --only=create --rounds=7`. */
export type Options = {
  /** Runs only cases whose name contains this. */
  readonly only: string
  readonly rounds: number
  readonly hasPostgres: boolean
  /** How many invoices the billing run drafts and issues. */
  readonly invoices: number
  /** How long the sites of the measurement of energy send, in each way and on each engine. */
  readonly seconds: number
  /** Folder for CPU profiles of the products; undefined takes none. */
  readonly profiles: string | undefined
  /** File for the plans of PostgreSQL's statements; undefined: none. Plans cost time: ratios are then meaningless. */
  readonly plans: string | undefined
}

const usage =
  'Usage: npm run bench -- [--only=<part of a name>] [--rounds=<number>] [--postgres=yes|no] [--invoices=<number>] [--seconds=<number>] [--profiles=<folder>] [--plans=<file>]'

/** Throws for an unknown option. */
export function readOptions(words: readonly string[]): Options {
  const given = new Map<string, string>()
  for (const word of words) {
    const [, name, value] = /^--(only|rounds|postgres|invoices|seconds|profiles|plans)=(.+)$/.exec(word) ?? []
    if (name === undefined || value === undefined) throw new Error(usage)
    given.set(name, value)
  }
  const rounds = Number(given.get('rounds') ?? 5)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(usage)
  const invoices = Number(given.get('invoices') ?? 1_000)
  if (!Number.isInteger(invoices) || invoices < 1) throw new Error(usage)
  const seconds = Number(given.get('seconds') ?? 180)
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error(usage)
  return {
    invoices,
    seconds,
    only: given.get('only') ?? '',
    rounds,
    hasPostgres: given.get('postgres') !== 'no',
    profiles: given.get('profiles'),
    plans: given.get('plans'),
  }
}
