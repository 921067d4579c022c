/** The runtime of a process on a test database, with a clock that stands still until it is moved. */
import pino from 'pino'
import type { Actor } from '#server/auth/actor.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { plusMs } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Context, Runtime } from '#server/context.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { createDocumentThread } from '#server/invoice-documents/document-thread.ts'
import { newKeys } from '#server/keys.ts'
import { createExchange } from '#server/realtime/change-exchange.ts'

export type TestRuntime = Runtime & {
  /** Moves the clock forward. */
  pass(ms: number): void
  /** How many committed transactions have queued work. */
  readonly wakes: number
}

export const program: Actor = { kind: 'program', name: 'test' }

export function testRuntime({ db, engine, copies }: OpenedDatabase, env: Record<string, string> = {}): TestRuntime {
  let now = new Date('2026-03-02T09:00:00.000Z')
  let wakes = 0
  return {
    config: readConfig(env),
    engine,
    db,
    copies,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    keys: newKeys(),
    passwords: createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 }),
    realtime: createExchange({ now: () => now }),
    documents: createDocumentThread(),
    wake() {
      wakes += 1
    },
    pass(ms) {
      now = plusMs(now, ms)
    },
    get wakes() {
      return wakes
    },
  }
}

/** The context of a request by that actor. */
export function testContext<S extends Runtime>(runtime: S, actor: Actor = program): S & Context {
  return { ...runtime, actor, scope: scopeOf(actor), address: '192.0.2.7', userAgent: 'test' }
}
