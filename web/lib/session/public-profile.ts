/**
 * The public part of the business profile. Header, footer and homepage show it, so it is kept outside the query cache,
 * which the homepage does not load.
 */
import { useSyncExternalStore } from 'react'
import { type PublicBusinessProfile, settings } from '#contract/business-profile.ts'
import { call } from '#web/lib/api/api-client.ts'

export type ProfileState = {
  readonly data: PublicBusinessProfile | undefined
  readonly isFetching: boolean
  /** True if the last attempt failed and there is no earlier answer. */
  readonly isError: boolean
}

/** After this time the page shows an error and a retry button. */
const answerWithinMs = 15_000

let state: ProfileState = { data: undefined, isFetching: false, isError: false }
const listeners = new Set<() => void>()

/** Loads the profile: at start, on a retry, and after an admin has changed it. Never fails. */
export async function reloadPublicProfile(): Promise<void> {
  setState({ ...state, isFetching: true })
  const signal = AbortSignal.timeout(answerWithinMs)
  const data = await call(settings.publicProfile, { signal }).catch(() => state.data)
  setState({ data, isFetching: false, isError: data === undefined })
}

/** The public profile with its loading state and a retry. */
export function usePublicProfile(): ProfileState & { refetch: () => Promise<void> } {
  return { ...useSyncExternalStore(subscribe, readState), refetch: reloadPublicProfile }
}

/** The last loaded profile. */
export function readPublicProfile(): PublicBusinessProfile | undefined {
  return state.data
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readState(): ProfileState {
  return state
}

function setState(next: ProfileState): void {
  state = next
  for (const listener of listeners) listener()
}
