import { expect, test } from 'vitest'
import { gatherMs, gatherWaitMs, recentStarts, type Start } from './gathering.rules.ts'

/** How long each of these deliveries waits, and how many transactions start for all; only waiting takes time. */
function play(deliveries: readonly { at: number; sender: string }[]) {
  const waits: { sender: string; ms: number }[] = []
  let starts: Start[] = []
  let count = 0
  let due: { at: number; senders: Set<string>; sent: { at: number; sender: string }[] } | null = null
  const run = () => {
    if (due === null) return
    const { at: dueAt, senders, sent } = due
    waits.push(...sent.map(({ at, sender }) => ({ sender, ms: dueAt - at })))
    starts = [...recentStarts(starts, dueAt), { at: dueAt, senders }]
    count += 1
    due = null
  }
  for (const { at, sender } of deliveries.toSorted((one, other) => one.at - other.at)) {
    if (due !== null && due.at <= at) run()
    due ??= { at: at + gatherWaitMs(starts, [sender], at), senders: new Set(), sent: [] }
    due.senders.add(sender)
    due.sent.push({ at, sender })
  }
  run()
  return {
    count,
    longest: (sender: string) => Math.max(...waits.filter(each => each.sender === sender).map(w => w.ms)),
  }
}
const every = (ms: number, from: number, sender: string) =>
  Array.from({ length: Math.floor(10_000 / ms) }, (_, index) => ({ at: from + index * ms, sender }))

test('a house that sends all the time waits for nothing and delays no other', () => {
  const { longest } = play([...every(100, 0, 'busy'), ...every(70, 30, 'quiet'), ...every(2_000, 10, 'third')])
  expect([longest('busy'), longest('quiet'), longest('third')]).toEqual([0, 0, 0])
})

test('the houses of a whole park share four transactions a second', () => {
  const { count, longest } = play(
    Array.from({ length: 500 }, (_, index) => every(10_000, index * 20, `${index}`)).flat(),
  )
  expect(count).toBeLessThan(50)
  expect(longest('400')).toBeLessThanOrEqual(gatherMs)
})
