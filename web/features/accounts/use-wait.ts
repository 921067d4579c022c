import { useEffect, useState } from 'react'
import { nowMs } from '#web/lib/browser/browser-clock.ts'

export interface Wait {
  /** Undefined before the first wait, 0 when the time is over. */
  secondsLeft: number | undefined
  startWait: (seconds: number) => void
  stopWait: () => void
}

/** Counts down the seconds of a server's Retry-After (RFC 9110). */
export function useWait(): Wait {
  const [endsAtMs, setEndsAtMs] = useState<number>()
  const [secondsLeft, setSecondsLeft] = useState<number>()

  useEffect(() => {
    if (endsAtMs === undefined) return
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAtMs - nowMs()) / 1000))
      setSecondsLeft(left)
      if (left === 0) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [endsAtMs])

  function startWait(seconds: number) {
    setEndsAtMs(nowMs() + seconds * 1000)
    setSecondsLeft(seconds)
  }
  function stopWait() {
    setEndsAtMs(undefined)
    setSecondsLeft(undefined)
  }
  return { secondsLeft, startWait, stopWait }
}
