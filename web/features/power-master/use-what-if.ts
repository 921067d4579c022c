import { useCallback, useEffect, useRef, useState } from 'react'
import type { WhatIfAnswer } from './what-if-answer.ts'
import { type Connection, connect } from './what-if-connection.ts'
import type { WhatIfHouse } from './what-if-house.ts'

type State = 'idle' | 'busy' | 'failed'

/** The last answer stays until the next one arrives. The engine is loaded with the first question. */
export function useWhatIf(first: WhatIfAnswer) {
  const [answer, setAnswer] = useState(first)
  const [state, setState] = useState<State>('idle')
  const connection = useRef<Connection>(undefined)

  const ask = useCallback((house: WhatIfHouse) => {
    setState('busy')
    connection.current ??= connect(
      (next, isLast) => {
        setAnswer(next)
        if (isLast) setState('idle')
      },
      () => setState('failed'),
    )
    connection.current.ask(house)
  }, [])
  useEffect(() => () => connection.current?.close(), [])
  return { answer, state, ask }
}
