/** What can be said on the command line: `npm run bench -- --only=create --rounds=7`. */
export type Options = {
  /** Only cases whose name contains this. */
  readonly only: string
  readonly rounds: number
  readonly hasPostgres: boolean
  /** Folder for processor profiles of the products; none are taken without one. */
  readonly profiles: string | undefined
}

const usage =
  'Usage: npm run bench -- [--only=<part of a name>] [--rounds=<number>] [--postgres=yes|no] [--profiles=<folder>]'

/** Throws for a word it does not know. */
export function readOptions(words: readonly string[]): Options {
  const given = new Map<string, string>()
  for (const word of words) {
    const [, name, value] = /^--(only|rounds|postgres|profiles)=(.+)$/.exec(word) ?? []
    if (name === undefined || value === undefined) throw new Error(usage)
    given.set(name, value)
  }
  const rounds = Number(given.get('rounds') ?? 5)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(usage)
  return {
    only: given.get('only') ?? '',
    rounds,
    hasPostgres: given.get('postgres') !== 'no',
    profiles: given.get('profiles'),
  }
}
