/** The dependencies of every command and query: the runtime of the process, and the actor. */
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Actor } from '#server/auth/actor.ts'
import type { Passwords } from '#server/auth/passwords.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Engine } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import type { Keys } from '#server/keys.ts'
import type { DatabaseCopies } from './database/copies/copies.ts'
import type { DocumentThread } from './invoice-documents/document-thread.ts'
import type { Exchange } from './realtime/change-exchange.ts'

/** A connection to read with: the database itself, or the current transaction. */
export type Connection = Kysely<Database> | Transaction<Database>

export type Runtime = {
  readonly config: Config
  readonly engine: Engine
  readonly db: Kysely<Database>
  readonly copies: DatabaseCopies
  readonly clock: Clock
  readonly log: Logger
  readonly keys: Keys
  readonly passwords: Passwords
  /** The exchange that notifies the open streams of this process. */
  readonly realtime: Exchange
  /** Renders PDF files in a thread of its own. */
  readonly documents: DocumentThread
  /** Wakes the outbox worker and the job loop after a commit: nothing waits for the next tick. */
  readonly wake: () => void
}

export type Context = Runtime & {
  readonly actor: Actor
  readonly scope: Scope
  /** The client address; empty for the program itself. */
  readonly address: string
  readonly userAgent: string
  /** Runs first in every transaction of this request; an error refuses the request. */
  readonly atBegin?: ((trx: Transaction<Database>) => Promise<void>) | undefined
  /** Written with every transaction of this request: it happens if and only if they do. */
  readonly beforeCommit?: ((trx: Transaction<Database>) => Promise<void>) | undefined
}
