import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { AppError } from '#server/app-error.ts'
import { createPasswords } from './passwords.ts'

const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }

test('passwords are hashed by argon2id with 64 MiB and three passes', async () => {
  const stored = await createPasswords().hash('Regenschirm')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  expect(parseOptions(stored).saltLen).toBeGreaterThanOrEqual(16)
})

test('the right password is right, any other is wrong', async () => {
  const passwords = createPasswords(cheap)
  const stored = await passwords.hash('Straße 7')
  expect(await passwords.verify(stored, 'Straße 7')).toEqual({ isRight: true, needsRehash: false })
  for (const wrong of ['Strasse 7', 'straße 7', 'Straße 7 ', '', 'Straße']) {
    expect(await passwords.verify(stored, wrong)).toMatchObject({ isRight: false })
  }
})

test('the same password has another hash each time', async () => {
  const passwords = createPasswords(cheap)
  expect(await passwords.hash('a')).not.toBe(await passwords.hash('a'))
})

test('an umlaut typed as two code points is the same password', async () => {
  const passwords = createPasswords(cheap)
  const stored = await passwords.hash('Tür'.normalize('NFC'))
  expect((await passwords.verify(stored, 'Tür'.normalize('NFD'))).isRight).toBe(true)
})

test('a long password is not truncated', async () => {
  const passwords = createPasswords(cheap)
  const stored = await passwords.hash(`${'x'.repeat(200)}a`)
  expect((await passwords.verify(stored, `${'x'.repeat(200)}b`)).isRight).toBe(false)
})

test('a hash with weaker parameters needs a rehash', async () => {
  const stored = await createPasswords(cheap).hash('a')
  const stronger = createPasswords({ ...cheap, memoryCost: 16 })
  expect(await stronger.verify(stored, 'a')).toEqual({ isRight: true, needsRehash: true })
  const slower = createPasswords({ ...cheap, timeCost: 2 })
  expect(await slower.verify(stored, 'a')).toEqual({ isRight: true, needsRehash: true })
})

test('without a stored hash no password is right, not even that of the decoy', async () => {
  const passwords = createPasswords(cheap)
  for (const guess of ['', 'decoy', 'a']) {
    expect(await passwords.verify(null, guess)).toEqual({ isRight: false, needsRehash: false })
  }
})

test('beyond two at work and twenty waiting, further ones are refused, and all others are served', async () => {
  const passwords = createPasswords(cheap)
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => passwords.hash('a')))
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(AppError)
    expect(reason).toMatchObject({ code: 'busy', status: 503, retryAfterSeconds: 2 })
  }
  await expect(passwords.hash('a')).resolves.toContain('argon2id')
})

test('reports how many are running and waiting, and forgets none', async () => {
  const passwords = createPasswords(cheap)
  expect(passwords.load()).toEqual({ running: 0, waiting: 0 })
  const one = passwords.hash('a')
  expect(passwords.load()).toEqual({ running: 1, waiting: 0 })
  const more = [passwords.hash('a'), passwords.verify('no hash', 'a').catch(() => 'refused'), passwords.hash('a')]
  expect(passwords.load()).toEqual({ running: 2, waiting: 2 })
  expect(await Promise.all([one, ...more])).toContain('refused')
  expect(passwords.load()).toEqual({ running: 0, waiting: 0 })
})
