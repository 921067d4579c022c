/**
 * A process that issues drafts at once, for tests with several: it prints `issued` or `failed` and the id of each. Some
 * of its work fails at random, before and within the transaction.
 */
import { portalItself } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import type { Context } from '#server/context.ts'
import { openPostgres } from '#server/database/open.ts'
import { publishInvoice } from '#server/features/invoices/invoice-publication.commands.ts'
import { testRuntime } from './test-runtime.ts'

export type DraftsToIssue = {
  databaseUrl: string
  ids: readonly string[]
  now: string
  /** Of a hundred renderings and of a hundred transactions. */
  failuresPercent: number
}

const { databaseUrl, ids, now, failuresPercent }: DraftsToIssue = JSON.parse(process.argv[2] ?? '')
const database = await openPostgres(databaseUrl)
const runtime = { ...testRuntime(database), clock: { now: () => new Date(now) } }
const context: Context = {
  ...runtime,
  actor: portalItself,
  scope: scopeOf(portalItself),
  address: '',
  userAgent: '',
  beforeCommit: async () => failAtRandom(),
  documents: {
    ...runtime.documents,
    render: async (...request) => {
      failAtRandom()
      return runtime.documents.render(...request)
    },
    check: async (...request) => {
      failAtRandom()
      return runtime.documents.check(...request)
    },
  },
}

await Promise.all(
  ids.map(async id => {
    const outcome = await publishInvoice(context, id, undefined).then(
      () => 'issued',
      () => 'failed',
    )
    process.stdout.write(`${outcome} ${id}\n`)
  }),
)
await runtime.documents.stop()
await database.close()

function failAtRandom(): void {
  if (Math.random() * 100 < failuresPercent) throw new Error('out of order')
}
