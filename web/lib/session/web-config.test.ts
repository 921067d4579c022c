import { afterEach, describe, expect, it, vi } from 'vitest'
import { configOf } from './web-config.ts'

afterEach(() => vi.restoreAllMocks())

describe('the configuration', () => {
  it('is used as the server sends it', () => {
    const told = {
      backendUrl: 'https://portal.example',
      loadingScreenMs: 0,
      sendsMail: false,
      callsProviders: false,
      updateCheckSeconds: 60,
    }
    expect(configOf({ ...told, release: 'abc' })).toEqual(told)
  })

  it('accepts the own origin as backend without a message', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(configOf({ backendUrl: '/' }).backendUrl).toBe('/')
    expect(error).not.toHaveBeenCalled()
  })

  it.each([undefined, 'nonsense', {}, { backendUrl: '' }, { backendUrl: 7 }])(
    'falls back to the own origin and logs an error to the console: %j',
    file => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => {})
      expect(configOf(file).backendUrl).toBe('/')
      expect(error.mock.calls).toEqual([['Backend URL is not configured']])
    },
  )

  it('assumes that providers are called unless the server denies it', () => {
    expect(
      [undefined, 'nein', false].map(callsProviders => configOf({ backendUrl: '/', callsProviders })),
    ).toMatchObject([{ callsProviders: true }, { callsProviders: true }, { callsProviders: false }])
  })

  it('assumes that mails are sent unless the server denies it', () => {
    expect(
      [undefined, true, 'nein', null].map(sendsMail => configOf({ backendUrl: '/', sendsMail }).sendsMail),
    ).toEqual([true, true, true, true])
  })

  it.each([-1, Number.NaN, '2000', null])('shows the loading screen for 2 seconds given %s', loadingScreenMs => {
    expect(configOf({ backendUrl: '/', loadingScreenMs }).loadingScreenMs).toBe(2000)
  })
})
