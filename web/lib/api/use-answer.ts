import { useEffect, useRef, useState } from 'react'

export type AnswerState<T> = { data: T | undefined; isError: boolean }

/**
 * Requests once on mount and keeps the answer until unmount: for the homepage and for separate roots, which do without the
 * query cache. Use TanStack Query everywhere else.
 */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>): AnswerState<T> {
  const [state, setState] = useState<AnswerState<T>>({ data: undefined, isError: false })
  const first = useRef(ask)
  useEffect(() => {
    const leaving = new AbortController()
    first.current(leaving.signal).then(
      data => leaving.signal.aborted || setState({ data, isError: false }),
      () => leaving.signal.aborted || setState({ data: undefined, isError: true }),
    )
    return () => leaving.abort()
  }, [])
  return state
}
