import { useEffect, useState } from 'react'
import { nowMs } from './browser-clock.ts'

/** The current time in milliseconds, updated every `everyMs`. After sleep, the first tick corrects it. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const tick = () => setNow(nowMs())
    const timer = setInterval(tick, everyMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [everyMs])
  return now
}
