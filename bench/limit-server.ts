/**
 * L1, the limit: node:http and prepared node:sqlite statements with the same session lookup and the same SQL, without
 * validation, CSRF, logging, headers or serializers. It computes a list's sums in SQL.
 *
 * Usage: node bench/limit-server.ts <file> <port>
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

const [file = '', port = ''] = process.argv.slice(2)
const db = new DatabaseSync(file)
db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000')
db.exec('create index if not exists limit_sums on ticket_entry (ticket_id, minutes, total_cents, invoice_id)')

type Row = Record<string, string | number | null>

const findSession = db.prepare(
  `select u.id as user_id, u.role, u.customer_id from session s join user_account u on u.id = s.user_id
   where s.token_hash = ? and s.idle_until > ? and s.absolute_until > ? and u.is_active = 1`,
)
const countTickets = db.prepare('select count(*) as n from ticket where customer_id = ?')
const ticketFields = 't.*, c.company as customer_name'
const sums = `(select count(*) from ticket_entry e where e.ticket_id = t.id) as n_entries,
  (select coalesce(sum(e.minutes), 0) from ticket_entry e where e.ticket_id = t.id) as sum_minutes,
  (select coalesce(sum(e.total_cents), 0) from ticket_entry e where e.ticket_id = t.id) as sum_total,
  (select coalesce(sum(e.total_cents), 0) from ticket_entry e where e.ticket_id = t.id and e.invoice_id is not null) as sum_billed`
const listTickets = db.prepare(
  `select ${ticketFields}, ${sums} from ticket t join customer c on c.id = t.customer_id
   where t.customer_id = ? order by t.updated_at desc, t.id desc limit 25`,
)
const getTicket = db.prepare(
  `select ${ticketFields}, ${sums} from ticket t join customer c on c.id = t.customer_id where t.id = ? and t.customer_id = ?`,
)
const invoicesOf = db.prepare(
  `select distinct e.ticket_id, i.id, i.number, i.is_paid from ticket_entry e join invoice i on i.id = e.invoice_id
   where e.ticket_id in (select value from json_each(?)) and i.state <> 'draft'`,
)
const listEntries = db.prepare('select * from ticket_entry where ticket_id = ? order by date, id')
const insertEntry = db.prepare(
  `insert into ticket_entry (id, ticket_id, customer_id, name, description, type, progress, minutes, hourly_rate_cents,
     extra_cents, extra_text, total_cents, date, created_by, created_by_user_id, invoice_id, revision, created_at, updated_at)
   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)
const begin = db.prepare('begin immediate')
const commit = db.prepare('commit')
const rollback = db.prepare('rollback')
const getTicketToChange = db.prepare('select * from ticket where id = ? and customer_id = ?')
const addSums = db.prepare(
  `update ticket set entries_count = entries_count + ?, minutes = minutes + ?, total_cents = total_cents + ?, updated_at = ?
   where id = ? returning id, number, name, customer_id, total_cents, budget_cents`,
)
const auditHead = db.prepare('select seq, hash from audit_entry order by seq desc limit 1')
const insertAudit = db.prepare(
  `insert into audit_entry (seq, id, at, actor_user_id, actor_name, as_customer_id, as_customer_name, address, action,
     subject_kind, subject_id, details, previous_hash, hash) values (?, ?, ?, ?, '', null, '', '', ?, 'ticket_entry', ?, '', ?, ?)`,
)

const server = createServer((request, response) => {
  const session = sessionOf(request)
  if (!session) return send(response, 401, {})
  const url = request.url ?? '/'
  if (request.method === 'POST') return createEntry(request, response, session)
  const id = /\/tickets\/([0-9a-f-]{36})\//.exec(url)?.[1]
  return id ? sendTicket(response, session, id) : sendList(response, session)
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))

function sessionOf(request: IncomingMessage): Row | undefined {
  const token = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const hash = createHash('sha256').update(token).digest('hex')
  const now = new Date().toISOString()
  return findSession.get(hash, now, now) as Row | undefined
}

function sendList(response: ServerResponse, session: Row) {
  const customerId = session.customer_id ?? ''
  const rows = listTickets.all(customerId) as Row[]
  const invoices = invoicesByTicket(rows.map(row => String(row.id)))
  const count = (countTickets.get(customerId) as Row).n
  send(response, 200, { count, results: rows.map(row => presentTicket(row, invoices)) })
}

function sendTicket(response: ServerResponse, session: Row, id: string) {
  const row = getTicket.get(id, session.customer_id ?? '') as Row | undefined
  if (!row) return send(response, 404, {})
  const entries = (listEntries.all(id) as Row[]).map(presentEntry)
  return send(response, 200, { ...presentTicket(row, invoicesByTicket([id])), entries })
}

function createEntry(request: IncomingMessage, response: ServerResponse, session: Row) {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Row
    const now = new Date().toISOString()
    const id = randomUUID()
    begin.run()
    const ticket = getTicketToChange.get(body.ticketId ?? '', session.customer_id ?? '') as Row | undefined
    if (!ticket) {
      rollback.run()
      return send(response, 404, {})
    }
    const row: Row = {
      id,
      ticket_id: ticket.id ?? '',
      customer_id: ticket.customer_id ?? '',
      name: body.name ?? '',
      description: body.description ?? '',
      type: body.type ?? '',
      progress: 'upcoming',
      minutes: 0,
      hourly_rate_cents: ticket.hourly_rate_cents ?? 0,
      extra_cents: 0,
      extra_text: '',
      total_cents: 0,
      date: now.slice(0, 10),
      created_by: 'customer',
      created_by_user_id: session.user_id ?? '',
      invoice_id: null,
      revision: 1,
      created_at: now,
      updated_at: now,
    }
    insertEntry.run(...Object.values(row))
    addSums.get(1, 0, 0, now, ticket.id ?? '')
    const head = auditHead.get() as Row | undefined
    const previous = String(head?.hash ?? '')
    const hash = createHash('sha256').update(`${previous}${id}${now}`).digest('hex')
    insertAudit.run(
      Number(head?.seq ?? 0) + 1,
      randomUUID(),
      now,
      session.user_id ?? '',
      'ticket_entry.created',
      id,
      previous,
      hash,
    )
    commit.run()
    return send(response, 201, presentEntry(row))
  })
}

function invoicesByTicket(ids: string[]): Map<string, object[]> {
  const found = new Map<string, object[]>()
  for (const row of invoicesOf.all(JSON.stringify(ids)) as Row[]) {
    const list = found.get(String(row.ticket_id)) ?? []
    list.push({ id: row.id, number: row.number, isPaid: row.is_paid === 1 })
    found.set(String(row.ticket_id), list)
  }
  return found
}

function presentTicket(row: Row, invoices: Map<string, object[]>) {
  const total = Number(row.sum_total) / 100
  const billed = Number(row.sum_billed) / 100
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    description: row.description,
    progress: row.progress,
    customer: { id: row.customer_id, name: row.customer_name },
    hourlyRate: Number(row.hourly_rate_cents) / 100,
    hoursCount: Math.round((Number(row.sum_minutes) * 100) / 60) / 100,
    total,
    openTotal: total - billed,
    billedTotal: billed,
    entriesCount: row.n_entries,
    invoices: invoices.get(String(row.id)) ?? [],
    invoicePaid: row.invoice_state === 'none' ? null : row.invoice_state,
    invoiceNotes: row.invoice_notes,
    budget: row.budget_cents === null ? null : Number(row.budget_cents) / 100,
    permissions: [],
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function presentEntry(row: Row) {
  return {
    id: row.id,
    ticketId: row.ticket_id,
    name: row.name,
    description: row.description,
    type: row.type,
    progress: row.progress,
    quantity: Math.round((Number(row.minutes) * 100) / 60) / 100,
    measuredHours: 0,
    hourlyRate: Number(row.hourly_rate_cents) / 100,
    chargedExtra: Number(row.extra_cents) / 100,
    chargedExtraText: row.extra_text,
    total: Number(row.total_cents) / 100,
    date: row.date,
    createdBy: row.created_by,
    invoiceId: row.invoice_id,
    spans: [],
    permissions: [],
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function send(response: ServerResponse, status: number, body: object) {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
