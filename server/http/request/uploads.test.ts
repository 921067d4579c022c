import { describe, expect, it } from 'vitest'
import { adminActor, customerActor } from '#server/testing/actors.ts'
import { createUploadGate } from './uploads.ts'

/** Work that finishes on a signal of the test. */
function pending() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { receive: () => promise, finish: () => resolve('done') }
}

describe('files being received', () => {
  it('are three at a time per user, and do not block others', async () => {
    const pass = createUploadGate()
    const work = pending()
    const running = [1, 2, 3].map(() => pass(customerActor, work.receive))
    await expect(pass(customerActor, work.receive)).rejects.toMatchObject({ code: 'throttled', retryAfterSeconds: 5 })
    const other = pass(adminActor, work.receive)
    work.finish()
    expect(await Promise.all([...running, other])).toEqual(['done', 'done', 'done', 'done'])
    expect(await pass(customerActor, work.receive)).toBe('done')
  })

  it('are twelve at a time in the process', async () => {
    const pass = createUploadGate()
    const work = pending()
    const users = Array.from({ length: 12 }, (_, index) => ({ ...customerActor, userId: `u${index}` }))
    const running = users.map(user => pass(user, work.receive))
    await expect(pass(adminActor, work.receive)).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 })
    work.finish()
    await Promise.all(running)
    expect(await pass(adminActor, work.receive)).toBe('done')
  })

  it('free their slots when they fail', async () => {
    const pass = createUploadGate()
    const fail = async () => {
      throw new Error('gone')
    }
    for (let count = 0; count < 20; count += 1) await expect(pass(customerActor, fail)).rejects.toThrow('gone')
    expect(await pass(customerActor, async () => 'done')).toBe('done')
  })
})
