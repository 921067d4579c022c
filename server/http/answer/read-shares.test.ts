import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#server/app-error.ts'
import { createReadShares, networkReader, type Reader, readShare, type Turn } from './read-shares.ts'

const one = networkReader('192.0.2.1')
const other = networkReader('198.51.100.1')

afterEach(() => void vi.restoreAllMocks())

/** Time passes only while somebody waits; `disturb` passes time without a processor. */
function handMade() {
  let ms = 0
  let disturbedMs = 0
  const waits: number[] = []
  const pace = {
    now: () => ms,
    undisturbed: () => ms - disturbedMs,
    wait: async (duration: number) => {
      waits.push(duration)
      ms += duration
    },
  }
  const shares = createReadShares({ countsCalls: true }, pace)
  const takeTurn = (reader: Reader, read: Turn['read'], isGone = () => false) => shares({ reader, read, isGone })
  const pass = (duration: number) => {
    ms += duration
  }
  const disturb = (duration: number) => {
    disturbedMs += duration
    ms += duration
  }
  return { takeTurn, waits, elapsedMs: () => ms, undisturbedMs: () => ms - disturbedMs, pass, disturb }
}

test('answers no more than the share grows, and one answer beyond', async () => {
  const { takeTurn, elapsedMs } = handMade()
  const bytes = 1_900_000
  for (let answered = bytes; answered < 20 * readShare.bytesAtOnce; answered += bytes) {
    await takeTurn(one, async () => bytes)
    const grown = readShare.bytesAtOnce + (elapsedMs() / 1_000) * readShare.bytesPerSecond
    expect(answered).toBeLessThanOrEqual(grown + bytes)
  }
  expect(elapsedMs()).toBeGreaterThan(0)
})

test('a call has a cost even when its answer is empty', async () => {
  const { takeTurn, waits } = handMade()
  for (let call = 0; call <= readShare.bytesAtOnce / readShare.bytesPerCall; call += 1)
    await takeTurn(one, async () => 0)
  expect(waits).toEqual([])
  await takeTurn(one, async () => 0)
  expect(waits).toHaveLength(1)
})

test('a call that takes long has a cost even when its answer is small', async () => {
  const { takeTurn, elapsedMs, pass } = handMade()
  const callMs = 65
  let working = 0
  for (let calls = 0; calls < 200; calls += 1) {
    await takeTurn(one, async () => {
      pass(callMs)
      working += callMs
      return 130
    })
  }
  // Beyond what a pause has saved up, a fifth of the time.
  const saved = readShare.bytesAtOnce / readShare.bytesPerMs + callMs
  const perMs = readShare.bytesPerSecond / readShare.bytesPerMs / 1_000
  expect(working - saved).toBeLessThanOrEqual(elapsedMs() * perMs)
})

test('time without a processor has no cost', async () => {
  const { takeTurn, waits, disturb } = handMade()
  const fullMs = readShare.bytesAtOnce / readShare.bytesPerMs
  await takeTurn(one, async () => {
    disturb(5 * fullMs)
    return 0
  })
  await takeTurn(one, async () => 0)
  expect(waits).toEqual([])
})

test('on a busy machine, calls get a fifth of the time that is left', async () => {
  const { takeTurn, undisturbedMs, pass, disturb } = handMade()
  let working = 0
  for (let calls = 0; calls < 200; calls += 1) {
    await takeTurn(one, async () => {
      disturb(900)
      pass(100)
      working += 100
      return 0
    })
  }
  const saved = readShare.bytesAtOnce / readShare.bytesPerMs + 100
  expect(working - saved).toBeLessThanOrEqual(undisturbedMs() / 5)
})

test('calls that run at the same time share the cost of the time', async () => {
  const { takeTurn, waits, pass } = handMade()
  const slow = Promise.withResolvers<number>()
  const others = Array.from({ length: 9 }, (_, at) =>
    takeTurn(networkReader(`198.51.100.${at + 2}`), () => slow.promise),
  )
  const fullMs = readShare.bytesAtOnce / readShare.bytesPerMs
  await takeTurn(one, async () => {
    pass(5 * fullMs)
    return 0
  })
  await takeTurn(one, async () => 0)
  expect(waits).toEqual([])
  slow.resolve(0)
  await Promise.all(others)
})

test('only a caller who has used up the share waits, and is informed of it', async () => {
  const { takeTurn, waits } = handMade()
  await takeTurn(one, async () => readShare.bytesAtOnce + readShare.bytesPerSecond)
  const waited: boolean[] = []
  const note = async (hasWaited: boolean) => {
    waited.push(hasWaited)
    return 0
  }
  await takeTurn(other, note)
  expect(waits).toEqual([])
  await takeTurn(one, note)
  expect(waits).not.toEqual([])
  expect(waited).toEqual([false, true])
})

test('all networks of one IPv6 subscriber read five times what one does, and leave others alone', async () => {
  const { takeTurn, waits } = handMade()
  const read = (address: string) => takeTurn(networkReader(address), async () => readShare.bytesAtOnce)
  for (let network = 0; network < 5; network += 1) await read(`2001:db8:1:${network}::1`)
  expect(waits).toEqual([])
  await read('2001:db8:2:1::1')
  expect(waits).toEqual([])
  await read('2001:db8:1:ffff::1')
  expect(waits).not.toEqual([])
})

test('a few run at the same time, more wait in line, and further calls are refused; a failed one frees its slot', async () => {
  const { takeTurn } = handMade()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const read = (index: number) => () => {
    begun.push(index)
    return new Promise<number>((resolve, reject) => {
      ends.push(() => (index % 2 === 0 ? resolve(0) : reject(new Error('failed'))))
    })
  }
  const places = readShare.running + readShare.waiting
  const calls = Array.from({ length: places }, (_, index) => takeTurn(one, read(index)).catch(() => {}))
  await expect(takeTurn(one, read(places))).rejects.toThrow(AppError)
  // Others have their own slots.
  await takeTurn(other, async () => 0)
  await expect.poll(() => begun.length).toBe(readShare.running)
  for (let index = 0; index < places; index += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(index)
    expect(begun.length - index).toBeLessThanOrEqual(readShare.running)
    ends[index]?.()
  }
  await Promise.all(calls)
  expect(begun).toEqual(Array.from({ length: places }, (_, index) => index))
})

test('a call that waits too long is refused before the connection is closed', async () => {
  const { takeTurn, elapsedMs } = handMade()
  await takeTurn(one, async () => 100 * readShare.bytesAtOnce)
  await expect(takeTurn(one, async () => 0)).rejects.toThrow('throttled')
  expect(elapsedMs()).toBeLessThan(15_000)
})

test('nothing is read for a client that has gone', async () => {
  const { takeTurn } = handMade()
  const read = vi.fn(async () => 0)
  await expect(takeTurn(one, read, () => true)).rejects.toThrow('throttled')
  expect(read).not.toHaveBeenCalled()
})

test('sessions of one customer wait each in their own line', async () => {
  const { takeTurn } = handMade()
  const end = Promise.withResolvers<number>()
  const [thief, owner] = ['thief', 'owner'].map(line => ({ payers: [{ name: 'customer', times: 1 }], line }))
  if (!thief || !owner) throw new Error('Both read.')
  const held = Array.from({ length: readShare.running + readShare.waiting }, () => takeTurn(thief, () => end.promise))
  await expect(takeTurn(thief, async () => 0)).rejects.toThrow('throttled')
  await takeTurn(owner, async () => 0)
  end.resolve(0)
  await Promise.all(held)
})
