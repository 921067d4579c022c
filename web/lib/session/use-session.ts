import { useSyncExternalStore } from 'react'
import { readSession, type SessionState, subscribeToSession } from './session.ts'

/** Who uses this browser; the component renders again when that changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, readSession)
}
