/** Requests for tests, bypassing the command. */
import type { Insertable, Selectable } from 'kysely'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { RequestTable } from '#server/database/business-tables.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { FileTable } from '#server/database/platform-tables.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import {
  priorityRank,
  requestNumber,
  requestNumberKey,
  requestSearchTexts,
} from '#server/features/requests/request.rules.ts'
import { buildFile } from './build-files.ts'
import { buildCustomer } from './build-tickets.ts'

type Builder = Pick<Runtime, 'db' | 'clock' | 'wake'>

let built = 0

/** An open request of medium priority of a new customer by default. Overrides are columns. */
export async function buildRequest(
  runtime: Builder,
  overrides: Partial<Insertable<RequestTable>> = {},
): Promise<Selectable<RequestTable>> {
  built += 1
  const now = instantText(runtime.clock.now())
  const title = overrides.title ?? `Anfrage ${built}`
  const priority = overrides.priority ?? 'medium'
  const row: Insertable<RequestTable> = {
    id: newId(),
    number: requestNumber(2025, built),
    number_key: requestNumberKey(2025, built),
    customer_id: overrides.customer_id ?? (await buildCustomer(runtime)).id,
    title,
    title_key: fold(title),
    description: '',
    priority,
    priority_rank: priorityRank(priority),
    state: 'open',
    answer: overrides.state === 'declined' ? 'Das geht leider nicht.' : '',
    answered_at: (overrides.state ?? 'open') === 'open' ? null : now,
    ticket_id: null,
    about_ticket_id: null,
    created_by_user_id: null,
    created_at: now,
    updated_at: now,
    ...overrides,
  }
  return inTransaction(runtime, async trx => {
    await saveSearchTerms(trx, 'request', row.id, requestSearchTexts(row))
    return trx.insertInto('request').values(row).returningAll().executeTakeFirstOrThrow()
  })
}

/** An attached PDF of the request. */
export async function buildAttachment(
  runtime: Builder,
  request: Pick<Selectable<RequestTable>, 'id' | 'customer_id'>,
  overrides: Partial<FileTable> = {},
): Promise<FileTable> {
  const file = await buildFile(runtime, { customer_id: request.customer_id, state: 'attached', ...overrides })
  await runtime.db.insertInto('request_attachment').values({ file_id: file.id, request_id: request.id }).execute()
  return file
}
