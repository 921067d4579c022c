import { useEffect, useState } from 'react'
import { nowMs } from './browser-clock.ts'

/** The current time in milliseconds, renewed every `everyMs`. A tab that slept is right again with its first tick. */
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
