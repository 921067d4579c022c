import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The one-time token of the link that led here (`#token=…`). It is taken out of the address bar as soon as it is read,
 * so that it does not stay in the history, and lives on in this page only. Another link opened in the same tab counts.
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
