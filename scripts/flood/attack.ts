/** Sends one call as fast as it is answered, in several loops, until stopped; then reports the answers. */
import { randomUUID } from 'node:crypto'
import { cutOff } from '#server/testing/flood-answers.ts'
import type { FloodCall } from '#server/testing/flood-calls.ts'
import { createCaller } from './client.ts'

export type Attack = {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly call: FloodCall
  readonly loops: number
}
export type Aftermath = { readonly statuses: Readonly<Record<string, number>>; readonly largestAnswer: number }

let isOver = false
const statuses: Record<string, number> = {}
let largestAnswer = 0

process.on('message', async (message: Attack | 'end') => {
  if (message === 'end') {
    isOver = true
    return
  }
  await Promise.all(Array.from({ length: message.loops }, () => loop(message)))
  process.send?.({ statuses, largestAnswer } satisfies Aftermath)
  process.disconnect()
})

// Otherwise the loops would go on without the proof that started them.
process.once('disconnect', () => {
  isOver = true
})

async function loop({ origin, headers, call }: Attack): Promise<void> {
  const send = createCaller(origin, headers)
  for (let at = 0; !isOver; at += 1) {
    const key = call.hasKey && { 'idempotency-key': randomUUID() }
    const body = at % 2 === 1 ? (call.otherBody ?? call.body) : call.body
    // A server that does not read a body to its end may close the connection.
    const answer = await send({ ...call, body, headers: { ...call.headers, ...key } }).catch(() => ({
      status: cutOff,
      bytes: 0,
    }))
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    largestAnswer = Math.max(largestAnswer, answer.bytes)
  }
}
