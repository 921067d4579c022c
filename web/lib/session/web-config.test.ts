import { afterEach, describe, expect, it, vi } from 'vitest'
import { configOf } from './web-config.ts'

afterEach(() => vi.restoreAllMocks())

describe('the configuration', () => {
  it('is taken as the server gives it', () => {
    const told = { backendUrl: 'https://portal.example', loadingScreenMs: 0, sendsMail: false, updateCheckSeconds: 60 }
    expect(configOf({ ...told, release: 'abc' })).toEqual(told)
  })

  it('says nothing when the own origin is named as backend', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(configOf({ backendUrl: '/' }).backendUrl).toBe('/')
    expect(error).not.toHaveBeenCalled()
  })

  it.each([undefined, 'nonsense', {}, { backendUrl: '' }, { backendUrl: 7 }])(
    'falls back to the own origin and says so in the console: %j',
    file => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => {})
      expect(configOf(file).backendUrl).toBe('/')
      expect(error.mock.calls).toEqual([['Backend URL is not configured']])
    },
  )

  it('has mails leave unless the server says that none does', () => {
    expect(
      [undefined, true, 'nein', null].map(sendsMail => configOf({ backendUrl: '/', sendsMail }).sendsMail),
    ).toEqual([true, true, true, true])
  })

  it.each([-1, Number.NaN, '2000', null])('holds the loading screen for 2 seconds when told %s', loadingScreenMs => {
    expect(configOf({ backendUrl: '/', loadingScreenMs }).loadingScreenMs).toBe(2000)
  })
})
