import type { Selectable } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { type Actor, effectiveRole } from '#server/auth/actor.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { CustomerExportTable } from '#server/database/platform-tables.ts'
import { prepared } from '#server/database/prepared.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import { getCustomer } from '#server/features/customers/customer.queries.ts'

export type ExportRow = Selectable<CustomerExportTable>
type Paging = { page: number; page_size: number }
type Variant = { isOwn: boolean }

/** Exports of a customer in scope, newest first: all for an admin, for a user the own ones; 404 `not_found`. */
export async function listExports(
  connection: Connection,
  { scope, actor }: { scope: Scope; actor: Actor },
  customerId: string,
  { page, page_size: limit }: Paging,
): Promise<{ count: number; results: ExportRow[] }> {
  await getCustomer(connection, scope, customerId)
  const params = { customerId, userId: userIdOf(actor) }
  const variant = { isOwn: isOwnOnly(actor) }
  const results = await selectPage(connection, variant, { ...params, limit, offset: (page - 1) * limit })
  const [total] = await selectCount(connection, variant, params)
  return { count: total?.count ?? 0, results }
}

/** One export in scope; 404 `not_found`. */
export async function getExport(
  connection: Connection,
  { scope, actor }: { scope: Scope; actor: Actor },
  customerId: string,
  id: string,
): Promise<ExportRow> {
  await getCustomer(connection, scope, customerId)
  const [row] = await selectOne(connection, { id })
  if (row?.customer_id !== customerId) throw new AppError('not_found')
  if (isOwnOnly(actor) && row.of_user_id !== userIdOf(actor)) throw new AppError('not_found')
  return row
}

/** The content, part by part as stored, with its position. */
export async function* readParts(
  connection: Connection,
  exportId: string,
): AsyncGenerator<{ position: number; content: Uint8Array }> {
  for (let position = 0; ; position += 1) {
    const [part] = await selectPart(connection, { exportId, position })
    if (part === undefined) return
    yield { position, content: part.content }
  }
}

/** An export requested by a customer's user contains that user's own data: no other user of the customer may see it. */
function isOwnOnly(actor: Actor): boolean {
  return effectiveRole(actor) !== 'admin'
}

function userIdOf(actor: Actor): string {
  return actor.kind === 'user' ? actor.userId : ''
}

const selectPage = preparedVariants<Variant, { customerId: string; userId: string; limit: number; offset: number }>()(
  ({ isOwn }, db, param) =>
    db
      .selectFrom('customer_export')
      .selectAll()
      .where('customer_id', '=', param('customerId'))
      .$if(isOwn, query => query.where('of_user_id', '=', param('userId')))
      .orderBy('id', 'desc')
      .limit(param('limit'))
      .offset(param('offset')),
)

const selectCount = preparedVariants<Variant, { customerId: string; userId: string }>()(({ isOwn }, db, param) =>
  db
    .selectFrom('customer_export')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', param('customerId'))
    .$if(isOwn, query => query.where('of_user_id', '=', param('userId'))),
)

const selectOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('customer_export').selectAll().where('id', '=', param('id')),
)

const selectPart = prepared<{ exportId: string; position: number }>()((db, param) =>
  db
    .selectFrom('customer_export_part')
    .select('content')
    .where('export_id', '=', param('exportId'))
    .where('position', '=', param('position')),
)
