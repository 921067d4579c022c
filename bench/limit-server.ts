/**
 * L1, the limit: node:http and prepared node:sqlite statements with the same session lookup and the same SQL, without
 * validation, CSRF, logging, headers or serializers. It computes a list's sums in SQL, or reads the stored ones.
 *
 * Usage: node bench/limit-server.ts <file> <port> <computed|stored>
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
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

const [file = '', port = '', kindOfSums = 'computed'] = process.argv.slice(2)
const db = new DatabaseSync(file)
db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000')
db.exec('create index if not exists limit_sums on ticket_entry (ticket_id, minutes, total_cents, invoice_id)')

const findSession = db.prepare(
  `select u.id as user_id, u.role, u.customer_id from session s join user_account u on u.id = s.user_id
   where s.token_hash = ? and s.idle_until > ? and s.absolute_until > ? and u.is_active = 1`,
)
const countTickets = db.prepare('select count(*) as n from ticket where customer_id = ?')
const ticketFields = 't.*, c.company as customer_name'
const computedSums = `(select count(*) from ticket_entry e where e.ticket_id = t.id) as n_entries,
  (select coalesce(sum(e.minutes), 0) from ticket_entry e where e.ticket_id = t.id) as sum_minutes,
  (select coalesce(sum(e.total_cents), 0) from ticket_entry e where e.ticket_id = t.id) as sum_total,
  (select coalesce(sum(e.total_cents), 0) from ticket_entry e where e.ticket_id = t.id and e.invoice_id is not null) as sum_billed`
const storedSums =
  't.entries_count as n_entries, t.minutes as sum_minutes, t.total_cents as sum_total, t.billed_cents as sum_billed'
const sums = kindOfSums === 'stored' ? storedSums : computedSums
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
const findEndpoint = db.prepare('select id, token_hash from dns_endpoint where user_name = ? and is_active = 1')
const listReached = db.prepare(
  `select h.id, h.value, h.state from dns_endpoint_hostname m join dns_hostname h on h.id = m.hostname_id
   where m.endpoint_id = ? order by m.position`,
)
const setReported = db.prepare('update dns_hostname set reported_at = ? where id = ?')
const insertCall = db.prepare(
  `insert into dns_call (id, endpoint_id, at, address, user_agent, request, ipv4, ipv6, prefix, hints, status, answer)
   values (?, ?, ?, '127.0.0.1', ?, ?, ?, '', '', '[]', 200, ?)`,
)
const setLastCall = db.prepare('update dns_endpoint set last_call_id = ? where id = ?')
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
  if (request.url?.startsWith('/nic/update')) return answerRouter(request, response)
  const session = sessionOf(request)
  if (!session) return send(response, 401, {})
  if (request.method === 'POST') return readBody(request, body => createEntry(response, session, body))
  const id = ticketIdIn(request)
  return id ? sendTicket(response, session, id) : sendList(response, session)
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))

function sessionOf(request: IncomingMessage): Row | undefined {
  const now = new Date().toISOString()
  return findSession.get(sessionHash(request), now, now) as Row | undefined
}

function sendList(response: ServerResponse, session: Row) {
  const customerId = session.customer_id ?? ''
  const rows = listTickets.all(customerId) as Row[]
  const invoices = invoicesOfTickets(rows.map(row => String(row.id)))
  const count = (countTickets.get(customerId) as Row).n
  send(response, 200, { count, results: rows.map(row => presentTicket(row, invoices)) })
}

function sendTicket(response: ServerResponse, session: Row, id: string) {
  const row = getTicket.get(id, session.customer_id ?? '') as Row | undefined
  if (!row) return send(response, 404, {})
  const entries = (listEntries.all(id) as Row[]).map(presentEntry)
  return send(response, 200, { ...presentTicket(row, invoicesOfTickets([id])), entries })
}

function createEntry(response: ServerResponse, session: Row, body: Row) {
  const now = new Date().toISOString()
  const id = randomUUID()
  begin.run()
  const ticket = getTicketToChange.get(body.ticketId ?? '', session.customer_id ?? '') as Row | undefined
  if (!ticket) {
    rollback.run()
    return send(response, 404, {})
  }
  const row = newEntry(id, now, body, ticket, session)
  insertEntry.run(...Object.values(row))
  addSums.get(1, 0, 0, now, ticket.id ?? '')
  const head = auditHead.get() as Row | undefined
  const previous = String(head?.hash ?? '')
  const hash = createHash('sha256').update(`${previous}${id}${now}`).digest('hex')
  const seq = Number(head?.seq ?? 0) + 1
  insertAudit.run(seq, randomUUID(), now, session.user_id ?? '', 'ticket_entry.created', id, previous, hash)
  commit.run()
  return send(response, 201, presentEntry(row))
}

function invoicesOfTickets(ids: string[]): Map<string, object[]> {
  return invoicesByTicket(invoicesOf.all(JSON.stringify(ids)) as Row[])
}

/** An update call that changes nothing. */
function answerRouter(request: IncomingMessage, response: ServerResponse) {
  const login = Buffer.from((request.headers.authorization ?? '').slice('Basic '.length), 'base64').toString()
  const [user = '', token = ''] = login.split(':')
  const endpoint = findEndpoint.get(user) as Row | undefined
  if (endpoint?.token_hash !== createHash('sha256').update(token).digest('hex')) return send(response, 401, {})
  const ip = new URL(request.url ?? '/', 'http://limit').searchParams.get('myip')
  const [id, now] = [randomUUID(), new Date().toISOString()]
  begin.run()
  const names = listReached.all(endpoint.id ?? '') as Row[]
  if (names.some(({ value, state }) => value !== ip || state !== 'current')) throw new Error('nothing was to change')
  for (const name of names) setReported.run(now, name.id ?? '')
  const answer = names.map(() => `nochg ${ip}`).join('\n')
  insertCall.run(id, endpoint.id ?? '', now, request.headers['user-agent'] ?? '', request.url ?? '', ip, answer)
  setLastCall.run(id, endpoint.id ?? '')
  commit.run()
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(answer) })
  response.end(answer)
}
