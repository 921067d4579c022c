/** Prepared statements for queries with a few known variants: filters given or not, orderings, lists of ids. */
import type { Compilable, Kysely } from 'kysely'
import type { Connection } from '#server/context.ts'
import type { Engine } from './engine.ts'
import { type Param, prepared } from './prepared.ts'
import type { Database } from './schema.ts'

type Variant = Readonly<Record<string, string | number | boolean>>

/**
 * As `prepared`, with one statement per variant, created on first use. Variants must come from a small closed set
 * (which filters, which ordering, how many words), never from user input.
 */
export function preparedVariants<V extends Variant, P extends object>() {
  return <O>(build: (variant: V, db: Kysely<Database>, param: Param<P>, engine: Engine) => Compilable<O>) => {
    const prepare = (variant: V) => prepared<P>()((db, param, engine) => build(variant, db, param, engine))
    const statements = new Map<string, ReturnType<typeof prepare>>()

    return (connection: Connection, variant: V, params: P) => {
      const key = Object.values(variant).join()
      let run = statements.get(key)
      if (run === undefined) {
        run = prepare(variant)
        statements.set(key, run)
      }
      return run(connection, params)
    }
  }
}

/** Lists have these lengths; shorter ones repeat their last id. */
const lengths = [1, 10, 25, 100] as const

/** A query by a list of ids (at most 100, a page of a list): `ids` is the placeholder of the list. No ids, no rows. */
export function preparedByIds() {
  return <O>(build: (db: Kysely<Database>, ids: string[]) => Compilable<O>) => {
    const run = preparedVariants<{ length: number }, readonly string[]>()(({ length }, db, param) =>
      build(
        db,
        Array.from({ length }, (_, index) => param(index)),
      ),
    )

    return (connection: Connection, ids: readonly string[]): ReturnType<typeof run> => {
      const last = ids.at(-1)
      if (last === undefined) return Promise.resolve([])
      const length = lengths.find(candidate => candidate >= ids.length)
      if (length === undefined) throw new Error(`A list of ${ids.length} ids is longer than a page.`)
      const isFull = ids.length === length
      return run(connection, { length }, isFull ? ids : Array.from({ length }, (_, index) => ids[index] ?? last))
    }
  }
}
