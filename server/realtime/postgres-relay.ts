/** Receives the notifications between instances on one PostgreSQL: LISTEN on its own connection. */
import type { Logger } from 'pino'
import { type Listening, listenToPostgres } from '#server/database/postgres/postgres-listening.ts'
import type { Exchange } from './change-exchange.ts'
import type { Change } from './realtime-change.ts'

/** The channel of PostgreSQL's NOTIFY. */
export const changesChannel = 'portal_changes'

/** Keeps listening until `stop`; after each reconnect, listeners learn that something may be missing. */
export function startRelay(realtime: Exchange, { databaseUrl, log }: { databaseUrl: string; log: Logger }): Listening {
  return listenToPostgres(databaseUrl, changesChannel, {
    onBegin: () => realtime.restart(),
    // Only `noteChange` writes to the channel.
    onMessage: text => realtime.publish(JSON.parse(text) as Change),
    onLoss: error => log.warn({ err: error }, 'realtime updates wait for the database'),
  })
}
