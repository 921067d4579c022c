import { useState } from 'react'

/** A state that resets as soon as `key` changes, before the next paint. */
export function useKeyedState<Value>(key: string, start: Value) {
  const state = useState(start)
  const [known, setKnown] = useState(key)
  if (known !== key) {
    setKnown(key)
    state[1](start)
  }
  return state
}
