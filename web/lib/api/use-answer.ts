import { useEffect, useRef, useState } from 'react'

export type AnswerState<T> = { data: T | undefined; isError: boolean }

/**
 * Asks once when the component appears, and keeps the answer as long as it stays: for the homepage and what stands beside the
 * application, which do without the query cache. Everywhere else use TanStack Query.
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
