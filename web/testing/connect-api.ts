/** Mocks of the application's handlers for API calls; reset for each test. */
import { afterEach, beforeEach, vi } from 'vitest'
import { connectApi } from '#web/lib/api/api-client.ts'

export function connectTestApi() {
  const showNetworkFailure = vi.fn()
  const requireLogin = vi.fn(() => true)
  const showCsrfFailure = vi.fn()
  const reauthenticate = vi.fn<() => Promise<boolean>>()

  beforeEach(() => {
    reauthenticate.mockReset().mockResolvedValue(false)
    connectApi({ backendUrl: '/', showNetworkFailure, requireLogin, showCsrfFailure, reauthenticate })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.clearAllMocks()
  })
  return { showNetworkFailure, requireLogin, showCsrfFailure, reauthenticate }
}
