/** The worst calls of visitors and one customer: `npm run prove -- flood` sends them as fast as it can. */
import { entryDescriptionLengthMax, messageTextLengthMax } from '#contract/limits.ts'

export type FloodCall = {
  readonly name: string
  readonly by: 'visitor' | 'customer'
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: string
  /** A new idempotency key each time. */
  readonly hasKey?: true
  /** Allowed answers: the regular one, and the refusal beyond the limit. */
  readonly statuses: readonly number[]
  readonly answerBytesMax: number
}

const kilobyte = 1_024
const fieldsOf = (count: number) => `{${Array.from({ length: count }, (_, at) => `"f${at}":0`).join()}}`
const manyFields = fieldsOf(110_000)
const manyParameters = Array.from({ length: 1_200 }, (_, at) => `p${at}=`).join('&')
const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`
/** The character with the most bytes in an answer: three for each position, where an escaped one takes two. */
export const worstText = (length: number) => '€'.repeat(length)
const long = worstText(entryDescriptionLengthMax)

const small = 20 * kilobyte

/** `ticketId`: a ticket of the customer with many entries of maximum length. */
export function floodCalls(ticketId: string): readonly FloodCall[] {
  return [...visitorCalls(), ...customerCalls(ticketId)]
}

function visitorCalls(): readonly FloodCall[] {
  const message = JSON.stringify({ email: 'kim@example.org', text: worstText(messageTextLengthMax) })
  const visit = { by: 'visitor', answerBytesMax: small } as const
  return [
    {
      ...visit,
      name: 'a login with 110,000 fields',
      method: 'POST',
      path: '/api/auth/login/',
      body: manyFields,
      statuses: [413, 429],
    },
    {
      ...visit,
      name: 'a login as deep as can be',
      method: 'POST',
      path: '/api/auth/login/',
      body: deep,
      statuses: [400, 429],
    },
    {
      ...visit,
      name: 'a guessed password',
      method: 'POST',
      path: '/api/auth/login/',
      body: '{"username":"demo-kunde","password":"Rotkehlchen-7"}',
      statuses: [401, 429],
    },
    {
      ...visit,
      name: 'a message',
      method: 'POST',
      path: '/api/backend/messageForm/',
      body: message,
      hasKey: true,
      statuses: [201, 204, 429],
    },
    {
      ...visit,
      name: 'a megabyte to nowhere',
      method: 'POST',
      path: '/api/nowhere/',
      body: manyFields,
      statuses: [413],
    },
    {
      ...visit,
      name: 'a question with 1,200 parameters',
      method: 'GET',
      path: `/api/backend/faq/?${manyParameters}`,
      statuses: [422],
    },
    {
      ...visit,
      name: 'the description of the API',
      method: 'GET',
      path: '/api/schema/',
      statuses: [200],
      answerBytesMax: 1_000 * kilobyte,
    },
  ]
}

function customerCalls(ticketId: string): readonly FloodCall[] {
  const entry = JSON.stringify({ ticketId, name: 'Wunsch', description: long })
  const own = { by: 'customer', answerBytesMax: small } as const
  return [
    {
      ...own,
      name: 'a deletion that is refused',
      method: 'DELETE',
      path: `/api/backend/tickets/${ticketId}/`,
      statuses: [403, 429],
    },
    {
      ...own,
      name: 'a ticket with all its entries',
      method: 'GET',
      path: `/api/backend/tickets/${ticketId}/`,
      statuses: [200, 429],
      answerBytesMax: 2_200 * kilobyte,
    },
    {
      ...own,
      name: 'a page of long entries',
      method: 'GET',
      path: `/api/backend/ticket-entries/?ticket=${ticketId}&page_size=100`,
      statuses: [200, 429],
      answerBytesMax: 1_100 * kilobyte,
    },
    {
      ...own,
      name: 'a search for one letter',
      method: 'GET',
      path: '/api/backend/search/?search=w',
      statuses: [200, 429],
      answerBytesMax: 100 * kilobyte,
    },
    {
      ...own,
      name: 'an entry as long as can be',
      method: 'POST',
      path: '/api/backend/ticket-entries/',
      body: entry,
      hasKey: true,
      statuses: [201, 429],
    },
    {
      ...own,
      name: 'a cost ceiling',
      method: 'PATCH',
      path: `/api/backend/tickets/${ticketId}/`,
      body: '{"budget":1}',
      statuses: [200, 429],
      answerBytesMax: 2_200 * kilobyte,
    },
    {
      ...own,
      name: 'a request with unknown fields',
      method: 'POST',
      path: '/api/backend/requests/',
      body: fieldsOf(5_000),
      statuses: [413, 429],
    },
  ]
}
