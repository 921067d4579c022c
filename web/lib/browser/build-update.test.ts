import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchForUpdate } from './build-update.ts'

const window = new EventTarget()
let newest: string | undefined
let isHidden: boolean

beforeEach(() => {
  vi.useFakeTimers()
  newest = 'one'
  isHidden = false
  const document = new EventTarget()
  Object.defineProperty(document, 'hidden', { get: () => isHidden })
  Object.assign(document, { querySelector: () => ({ content: 'one' }) })
  vi.stubGlobal('document', document)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('fetch', async () =>
    newest ? Response.json({ release: newest }) : Promise.reject(new Error('offline')),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a newer build', () => {
  it('is noticed after the interval and reported once', async () => {
    const onUpdate = vi.fn()
    watchForUpdate(60, onUpdate)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onUpdate).not.toHaveBeenCalled()
    newest = 'two'
    await vi.advanceTimersByTimeAsync(180_000)
    expect(onUpdate).toHaveBeenCalledOnce()
  })

  it('is noticed when the window regains focus', async () => {
    const onUpdate = vi.fn()
    watchForUpdate(3600, onUpdate)
    newest = 'two'
    window.dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(0)
    expect(onUpdate).toHaveBeenCalledOnce()
  })

  it('is not checked for while the page is hidden', async () => {
    const onUpdate = vi.fn()
    watchForUpdate(60, onUpdate)
    newest = 'two'
    isHidden = true
    await vi.advanceTimersByTimeAsync(120_000)
    expect(onUpdate).not.toHaveBeenCalled()
  })

  it('is not reported when the server is unreachable', async () => {
    const onUpdate = vi.fn()
    watchForUpdate(60, onUpdate)
    newest = undefined
    await vi.advanceTimersByTimeAsync(120_000)
    expect(onUpdate).not.toHaveBeenCalled()
  })

  it.each([
    ['the interval is 0', 0],
    ['the watch was ended', 60],
  ])('is not reported when %s', async (_, seconds) => {
    const onUpdate = vi.fn()
    watchForUpdate(seconds, onUpdate)()
    newest = 'two'
    await vi.advanceTimersByTimeAsync(120_000)
    window.dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(0)
    expect(onUpdate).not.toHaveBeenCalled()
  })
})
