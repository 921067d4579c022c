/** For every noun with events: the owner of a row, its revision, and its audience. */
import type { Transaction } from 'kysely'
import type { RealtimeNoun } from '#contract/events.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import type { ChangedRow } from './realtime-change.ts'

type Trx = Transaction<Database>
type ReadRow = (trx: Trx, id: string) => Promise<ChangedRow>
type OwnedTable =
  | 'customer_link'
  | 'dns_domain'
  | 'dns_endpoint'
  | 'dns_hostname'
  | 'energy_channel'
  | 'energy_site'
  | 'energy_storage'
  | 'energy_tariff'
  | 'request'
  | 'service'
  | 'service_collection'
  | 'ticket'
  | 'ticket_entry'

/** A deleted row, or one that only admins know: nobody else is notified. */
const adminsOnly: ChangedRow = { revision: null, customerId: null, audience: 'admins' }
const everybodys: ChangedRow = { revision: null, customerId: null, audience: 'everybody' }

const selectInvoice = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('invoice').select(['customer_id', 'revision', 'state']).where('id', '=', param('id')),
)
const selectCredential = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('service_credential').select(['customer_id', 'revision', 'is_shared']).where('id', '=', param('id')),
)
const selectCustomer = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('customer').select('revision').where('id', '=', param('id')),
)
const selectUser = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('user_account').select(['customer_id', 'revision']).where('id', '=', param('id')),
)
const selectFaq = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('faq').select(['revision', 'is_published']).where('id', '=', param('id')),
)
const selectMessage = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('message').select('revision').where('id', '=', param('id')),
)
const selectNewsletter = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('newsletter').select('revision').where('id', '=', param('id')),
)

/** A new noun does not compile until it is listed here. */
export const changedRows: Readonly<Record<RealtimeNoun, ReadRow>> = {
  backup: async () => adminsOnly,
  business_profile: async () => everybodys,
  customer: async (trx, id) => {
    const [row] = await selectCustomer(trx, { id })
    return { revision: row?.revision ?? null, customerId: id, audience: 'customer' }
  },
  customer_link: ofCustomer('customer_link'),
  dns_domain: ofCustomer('dns_domain'),
  dns_endpoint: ofCustomer('dns_endpoint'),
  dns_hostname: ofCustomer('dns_hostname'),
  energy_channel: ofCustomer('energy_channel'),
  energy_site: ofCustomer('energy_site'),
  energy_storage: ofCustomer('energy_storage'),
  energy_tariff: ofCustomer('energy_tariff'),
  faq: async (trx, id) => {
    // Their order.
    if (id === '') return everybodys
    const [row] = await selectFaq(trx, { id })
    if (row === undefined) return adminsOnly
    return { revision: row.revision, customerId: null, audience: row.is_published === 1 ? 'everybody' : 'admins' }
  },
  // A draft does not exist for the customer.
  invoice: async (trx, id) => {
    const [row] = await selectInvoice(trx, { id })
    return row ? owned(row, row.state !== 'draft') : adminsOnly
  },
  job: async () => adminsOnly,
  login_policy: async () => adminsOnly,
  message: async (trx, id) => {
    const [row] = await selectMessage(trx, { id })
    return { ...adminsOnly, revision: row?.revision ?? null }
  },
  newsletter: async (trx, id) => {
    const [row] = await selectNewsletter(trx, { id })
    return { ...adminsOnly, revision: row?.revision ?? null }
  },
  outbox_mail: async () => adminsOnly,
  request: ofCustomer('request'),
  service: ofCustomer('service'),
  service_collection: ofCustomer('service_collection'),
  // One that is not shared does not exist for the customer.
  service_credential: async (trx, id) => {
    const [row] = await selectCredential(trx, { id })
    return row ? owned(row, row.is_shared === 1) : adminsOnly
  },
  ticket: ofCustomer('ticket'),
  ticket_entry: ofCustomer('ticket_entry'),
  // Other users of the same customer are not visible to each other.
  user: async (trx, id) => {
    const [row] = await selectUser(trx, { id })
    return { revision: row?.revision ?? null, customerId: row?.customer_id ?? null, audience: 'user' }
  },
}

/** Rows that the customer sees while they exist. */
function ofCustomer(table: OwnedTable): ReadRow {
  const select = prepared<{ id: string }>()((db, param) =>
    db.selectFrom(table).select(['customer_id', 'revision']).where('id', '=', param('id')),
  )
  return async (trx, id) => {
    const [row] = await select(trx, { id })
    return row ? owned(row, true) : adminsOnly
  }
}

function owned(row: { customer_id: string; revision: number }, isSeen: boolean): ChangedRow {
  return { revision: row.revision, customerId: row.customer_id, audience: isSeen ? 'customer' : 'admins' }
}
