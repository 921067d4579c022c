import './what-if.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { finishedAnswer } from './finished-answer.ts'
import { useWhatIf } from './use-what-if.ts'
import { WhatIfForm } from './what-if-form.tsx'
import { houseOf, searchOf, usualHouse, type WhatIfHouse } from './what-if-house.ts'
import { WhatIfResults } from './what-if-results.tsx'

/** The address follows when the slider rests. */
const restMs = 400

/** A house to try out, beside its day under five policies. The address holds all inputs. */
export function WhatIf() {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const [house, setHouse] = useState(() => houseOf(search))
  const { answer, state, ask } = useWhatIf(finishedAnswer)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // A link to another house is a question.
  const linked = useRef(house)
  useEffect(() => {
    if (JSON.stringify(linked.current) !== JSON.stringify(usualHouse)) ask(linked.current)
    return () => clearTimeout(timer.current)
  }, [ask])

  function change(part: Partial<WhatIfHouse>) {
    const next = { ...house, ...part }
    setHouse(next)
    ask(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void navigate({ to: '/power-master', search: searchOf(next), replace: true, resetScroll: false })
    }, restMs)
  }

  return (
    <div className="what-if">
      <WhatIfForm house={house} onChange={change} />
      <WhatIfResults answer={answer} house={house} state={state} onRetry={() => ask(house)} />
    </div>
  )
}
