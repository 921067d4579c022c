import { parseOptions } from '@node-rs/argon2'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#server/app-error.ts'
import { createPasswords } from './passwords.ts'

const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }

test('passwords are hashed by argon2id with 64 MiB and three passes', async () => {
  const stored = await createPasswords().hash('Regenschirm', 'kim')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  expect(parseOptions(stored).saltLen).toBeGreaterThanOrEqual(16)
})

test('the right password is right, any other is wrong', async () => {
  const passwords = createPasswords(cheap)
  const stored = await passwords.hash('Straße 7', 'kim')
  expect(await passwords.verify(stored, 'Straße 7', 'kim')).toEqual({ isRight: true, needsRehash: false })
  for (const wrong of ['Strasse 7', 'straße 7', 'Straße 7 ', '', 'Straße']) {
    expect(await passwords.verify(stored, wrong, 'kim')).toMatchObject({ isRight: false })
  }
})

test('the same password has another hash each time', async () => {
  const passwords = createPasswords(cheap)
  expect(await passwords.hash('a', 'kim')).not.toBe(await passwords.hash('a', 'kim'))
})

test('an umlaut typed as two code points is the same password', async () => {
  const passwords = createPasswords(cheap)
  const stored = await passwords.hash('Tür'.normalize('NFC'), 'kim')
  expect((await passwords.verify(stored, 'Tür'.normalize('NFD'), 'kim')).isRight).toBe(true)
})

test('a long password is not truncated', async () => {
  const passwords = createPasswords(cheap)
  const stored = await passwords.hash(`${'x'.repeat(200)}a`, 'kim')
  expect((await passwords.verify(stored, `${'x'.repeat(200)}b`, 'kim')).isRight).toBe(false)
})

test('a hash with weaker parameters needs a rehash', async () => {
  const stored = await createPasswords(cheap).hash('a', 'kim')
  const stronger = createPasswords({ ...cheap, memoryCost: 16 })
  expect(await stronger.verify(stored, 'a', 'kim')).toEqual({ isRight: true, needsRehash: true })
  const slower = createPasswords({ ...cheap, timeCost: 2 })
  expect(await slower.verify(stored, 'a', 'kim')).toEqual({ isRight: true, needsRehash: true })
})

test('without a stored hash no password is right, not even that of the decoy', async () => {
  const passwords = createPasswords(cheap)
  for (const guess of ['', 'decoy', 'a']) {
    expect(await passwords.verify(null, guess, 'kim')).toEqual({ isRight: false, needsRehash: false })
  }
})

test.each([
  { processors: 1, running: 1 },
  { processors: 2, running: 1 },
  { processors: 3, running: 2 },
  { processors: 16, running: 2 },
])('at most $running run on $processors processors', async ({ processors, running }) => {
  const passwords = createPasswords(cheap, processors)
  const all = [1, 2, 3].map(() => passwords.hash('a', 'kim'))
  expect(passwords.load()).toEqual({ running, waiting: 3 - running })
  await Promise.all(all)
})

test('beyond two at work and twenty waiting, further ones are refused, and all others are served', async () => {
  const passwords = createPasswords(cheap, 4)
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => passwords.hash('a', 'kim')))
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(AppError)
    expect(reason).toMatchObject({ code: 'busy', status: 503, retryAfterSeconds: 2 })
  }
  await expect(passwords.hash('a', 'kim')).resolves.toContain('argon2id')
})

test('reports how many are running and waiting, and forgets none', async () => {
  const passwords = createPasswords(cheap, 4)
  expect(passwords.load()).toEqual({ running: 0, waiting: 0 })
  const one = passwords.hash('a', 'kim')
  expect(passwords.load()).toEqual({ running: 1, waiting: 0 })
  const more = [
    passwords.hash('a', 'kim'),
    passwords.verify('no hash', 'a', 'kim').catch(() => 'refused'),
    passwords.hash('a', 'kim'),
  ]
  expect(passwords.load()).toEqual({ running: 2, waiting: 2 })
  expect(await Promise.all([one, ...more])).toContain('refused')
  expect(passwords.load()).toEqual({ running: 0, waiting: 0 })
})

describe('callers take turns', () => {
  /** Sends calls in this order, and returns those served, in the order of their end, and the number refused. */
  async function serve(callers: readonly string[]) {
    const passwords = createPasswords(cheap, 4)
    const served: string[] = []
    const calls = callers.map(async caller => {
      await passwords.verify(null, 'a', caller)
      served.push(caller)
    })
    const outcomes = await Promise.allSettled(calls)
    expect(passwords.load()).toEqual({ running: 0, waiting: 0 })
    return { served, refused: callers.filter((_, at) => outcomes[at]?.status === 'rejected') }
  }
  const flood = (calls: number) => Array.from({ length: calls }, () => 'flood')

  test('a queue filled by one caller soon has a place for each other caller', async () => {
    const { served, refused } = await serve([...flood(30), 'kim', 'lee', 'kim'])
    expect(refused).toEqual(flood(11))
    const before = served.slice(0, served.lastIndexOf('kim'))
    expect(before.filter(caller => caller === 'flood').length).toBeLessThan(8)
    expect(served.filter(caller => caller !== 'flood').toSorted()).toEqual(['kim', 'kim', 'lee'])
  })

  test('every caller of a crowd that fits is served, regardless of what one of them does', async () => {
    const crowd = Array.from({ length: 19 }, (_, at) => `person ${at}`)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...flood(40), ...crowd], { minLength: 59 }), async calls => {
        const { refused } = await serve(calls)
        expect(refused.filter(caller => caller !== 'flood')).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
})
