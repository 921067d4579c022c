/**
 * The thread of the paced load. Autocannon sends a second's requests in one burst, and recompiles its code in each run:
 * both hide the waiting time of a single call.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { answerTasks } from '#server/threads/answer-tasks.ts'
import type { LoadRequest } from './load.ts'
import type { PacedLoad } from './paced-load.ts'

const agent = new Agent({ keepAlive: true })

answerTasks<PacedLoad, number[]>(async ({ origin, requests, perSecond, seconds }) => {
  const sent: Promise<number>[] = []
  const start = performance.now()
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const dueAt = start + (n * 1000) / perSecond
    await delay(Math.max(0, dueAt - performance.now()))
    const next = requests[n % requests.length]
    if (next !== undefined) sent.push(answeredAt(origin, next).then(at => at - dueAt))
  }
  return Promise.all(sent)
})

/** When the last byte has come. */
async function answeredAt(origin: string, { path, headers }: LoadRequest): Promise<number> {
  const call = request(`${origin}${path}`, { agent, headers })
  call.end()
  const [answer] = await once(call, 'response')
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== 200) throw new Error(`GET ${path}: ${answer.statusCode}`)
  return performance.now()
}
