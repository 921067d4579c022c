import { describe, expect, it } from 'vitest'
import { files } from '#contract/files.ts'
import { connectTestApi } from '#web/testing/connect-api.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { call } from './api-client.ts'
import { NetworkError } from './api-error.ts'

const { showNetworkFailure } = connectTestApi()

const id = '01900000-0000-7000-8000-000000000001'

describe('an upload', () => {
  const file = new File(['%PDF-1.7'], 'Angebot.pdf')
  const stored = { id, name: 'Angebot.pdf', mediaType: 'application/pdf' as const, sizeBytes: 8 }

  it('sends the file and reports progress', async () => {
    const api = fakeApi({ cookie: 'csrftoken=token' })
    api.answer(files.create, stored)
    const shares: number[] = []
    const answer = await call(files.create, { file, idempotencyKey: 'abc', onProgress: share => shares.push(share) })
    expect(answer).toEqual(stored)
    expect(shares).toEqual([0.5])
    const [asked] = api.asked
    expect(asked?.body).toEqual(file)
    expect(asked?.headers.get('X-CSRFToken')).toBe('token')
    expect(asked?.headers.get('Idempotency-Key')).toBe('abc')
    // The browser adds the form's boundary.
    expect(asked?.headers.has('Content-Type')).toBe(false)
  })

  it('is refused and fails like any other call', async () => {
    const errors = [{ field: 'file', code: 'file.type', message: 'Möglich sind PDF.' }]
    const api = fakeApi()
    api.refuse(files.create, 'request.invalid', { errors })
    await expect(call(files.create, { file })).rejects.toMatchObject({ status: 422, errors })
    api.refuse(files.create, 'throttled', { headers: { 'Retry-After': '5' } })
    await expect(call(files.create, { file })).rejects.toMatchObject({ status: 429, retryAfterSeconds: 5 })
    api.reply(files.create, () => {
      throw new TypeError('the line broke')
    })
    await expect(call(files.create, { file, silent: true })).rejects.toBeInstanceOf(NetworkError)
  })

  it('is cancelled by its caller without a message', async () => {
    const api = fakeApi()
    const leaving = new AbortController()
    api.reply(files.create, () => {
      leaving.abort()
      return Response.json(stored)
    })
    await expect(call(files.create, { file, signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
    await expect(call(files.create, { file, signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(api.asked).toHaveLength(1)
    expect(showNetworkFailure).not.toHaveBeenCalled()
  })
})
