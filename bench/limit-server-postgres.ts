/**
 * The limit on PostgreSQL: node:http and named statements of a `pg` pool with the same session lookup and the stored
 * sums, without validation, CSRF, logging, headers or serializers.
 *
 * Usage: node bench/limit-server-postgres.ts <url> <port>
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import {
  invoicesByTicket,
  newEntry,
  presentEntry,
  presentTicket,
  type Row,
  readBody,
  send,
  sessionHash,
  ticketIdIn,
} from './limit-answers.ts'

const [url = '', port = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10, types: { getTypeParser } })

/** Counts come as text. */
function getTypeParser(id: number, format: 'text' | 'binary' = 'text') {
  return id === 20 ? Number : pg.types.getTypeParser(id, format as 'text')
}

const ticketFields = `t.*, c.company as customer_name, t.entries_count as n_entries, t.minutes as sum_minutes,
  t.total_cents as sum_total, t.billed_cents as sum_billed`

const statements = {
  session: `select u.id as user_id, u.role, u.customer_id from session s join user_account u on u.id = s.user_id
    where s.token_hash = $1 and s.idle_until > $2 and s.absolute_until > $2 and u.is_active = 1`,
  count: 'select count(*) as n from ticket where customer_id = $1',
  list: `select ${ticketFields} from ticket t join customer c on c.id = t.customer_id
    where t.customer_id = $1 order by t.updated_at desc, t.id desc limit 25`,
  item: `select ${ticketFields} from ticket t join customer c on c.id = t.customer_id where t.id = $1 and t.customer_id = $2`,
  invoices: `select distinct e.ticket_id, i.id, i.number, i.is_paid from ticket_entry e join invoice i on i.id = e.invoice_id
    where e.ticket_id = any($1) and i.state <> 'draft'`,
  entries: 'select * from ticket_entry where ticket_id = $1 order by date, id',
  lock: 'select * from ticket where id = $1 and customer_id = $2 for update',
  insert: `insert into ticket_entry (id, ticket_id, customer_id, name, description, type, progress, minutes,
      hourly_rate_cents, extra_cents, extra_text, total_cents, date, created_by, created_by_user_id, invoice_id, revision,
      created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
  sums: `update ticket set entries_count = entries_count + $1, minutes = minutes + $2, total_cents = total_cents + $3,
      updated_at = $4 where id = $5`,
  auditLock: 'select pg_advisory_xact_lock(7202)',
  auditHead: 'select seq, hash from audit_entry order by seq desc limit 1',
  audit: `insert into audit_entry (seq, id, at, actor_user_id, actor_name, as_customer_id, as_customer_name, address,
      action, subject_kind, subject_id, details, previous_hash, hash)
    values ($1, $2, $3, $4, '', null, '', '', $5, 'ticket_entry', $6, '', $7, $8)`,
} as const

const server = createServer(async (request, response) => {
  const session = await sessionOf(request)
  if (!session) return send(response, 401, {})
  if (request.method === 'POST') return readBody(request, body => createEntry(response, session, body))
  const id = ticketIdIn(request)
  return id ? sendTicket(response, session, id) : sendList(response, session)
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))

async function run(on: pg.Pool | pg.PoolClient, name: keyof typeof statements, values: unknown[]): Promise<Row[]> {
  return (await on.query<Row>({ name, text: statements[name], values })).rows
}

async function sessionOf(request: IncomingMessage): Promise<Row | undefined> {
  const [row] = await run(pool, 'session', [sessionHash(request), new Date().toISOString()])
  return row
}

async function sendList(response: ServerResponse, session: Row) {
  const rows = await run(pool, 'list', [session.customer_id])
  const invoices = invoicesByTicket(await run(pool, 'invoices', [rows.map(row => row.id)]))
  const [counted] = await run(pool, 'count', [session.customer_id])
  send(response, 200, { count: counted?.n, results: rows.map(row => presentTicket(row, invoices)) })
}

async function sendTicket(response: ServerResponse, session: Row, id: string) {
  const [row] = await run(pool, 'item', [id, session.customer_id])
  if (!row) return send(response, 404, {})
  const entries = (await run(pool, 'entries', [id])).map(presentEntry)
  const invoices = invoicesByTicket(await run(pool, 'invoices', [[id]]))
  return send(response, 200, { ...presentTicket(row, invoices), entries })
}

async function createEntry(response: ServerResponse, session: Row, body: Row) {
  const now = new Date().toISOString()
  const id = randomUUID()
  const client = await pool.connect()
  try {
    await client.query('begin')
    const [ticket] = await run(client, 'lock', [body.ticketId, session.customer_id])
    if (!ticket) {
      await client.query('rollback')
      return send(response, 404, {})
    }
    const row = newEntry(id, now, body, ticket, session)
    await run(client, 'insert', Object.values(row))
    await run(client, 'sums', [1, 0, 0, now, ticket.id])
    await run(client, 'auditLock', [])
    const [head] = await run(client, 'auditHead', [])
    const previous = String(head?.hash ?? '')
    const hash = createHash('sha256').update(`${previous}${id}${now}`).digest('hex')
    const seq = Number(head?.seq ?? 0) + 1
    await run(client, 'audit', [seq, randomUUID(), now, session.user_id, 'ticket_entry.created', id, previous, hash])
    await client.query('commit')
    return send(response, 201, presentEntry(row))
  } finally {
    client.release()
  }
}
