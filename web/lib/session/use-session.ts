import { useSyncExternalStore } from 'react'
import { readSession, type SessionState, subscribeToSession } from './session.ts'

/** The current user; rerenders the component on changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, readSession)
}
