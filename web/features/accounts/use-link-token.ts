import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The one-time token of the current link (`#token=…`). Removes it from the address bar at once, which keeps it out of
 * the history, and holds it in memory for this page. Another link opened in the same tab replaces it.
 */
export function useLinkToken(): string | undefined {
  const router = useRouter()
  const hash = useLocation({ select: location => location.hash })
  const [token, setToken] = useState(() => tokenOf(hash))

  useEffect(() => {
    const newToken = tokenOf(hash)
    if (newToken === undefined) return
    setToken(newToken)
    router.history.replace(router.state.location.pathname + router.state.location.searchStr)
  }, [hash, router])

  return token
}

function tokenOf(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || undefined
}
