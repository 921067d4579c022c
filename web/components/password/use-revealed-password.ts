import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { nowMs } from '#web/lib/browser/browser-clock.ts'

/** How long a password stays on the screen. */
export const shownSeconds = 30

type Revealed = { id: string; password: string; hidesAtMs: number }

/** Fetches a password, bypassing every cache. */
export type FetchPassword = (id: string, signal: AbortSignal) => Promise<string>

export interface RevealedPassword {
  /** The currently revealed password, with the id of its row. */
  revealed: Revealed | undefined
  secondsLeft: number
  /** Reveals a password and hides the previous one. False if the page was left before it arrived. */
  reveal: (id: string) => Promise<boolean>
  /** The password for the clipboard: the revealed one, or fetched without showing it. */
  load: (id: string) => Promise<string>
  hide: () => void
}

/**
 * The revealed password: one at a time, for half a minute, and only while the page is visible. It exists in this state
 * alone and bypasses every cache. Leaving the page also cancels a password prompt.
 */
export function useRevealedPassword(fetchPassword: FetchPassword): RevealedPassword {
  const [revealed, setRevealed] = useState<Revealed>()
  const [secondsLeft, setSecondsLeft] = useState(shownSeconds)
  const pending = useRef<AbortController>(undefined)

  useEffect(() => () => pending.current?.abort(), [])
  useEffect(() => {
    if (!revealed) return
    const hide = () => setRevealed(undefined)
    const tick = () => {
      const left = Math.ceil((revealed.hidesAtMs - nowMs()) / 1000)
      if (left > 0) setSecondsLeft(left)
      else hide()
    }
    // Synchronously: the browser may keep a snapshot of a suspended page.
    const hideNow = () => flushSync(hide)
    const hideOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    const timer = setInterval(tick, 1000)
    addEventListener('blur', hideNow)
    addEventListener('pagehide', hideNow)
    document.addEventListener('visibilitychange', hideNow)
    document.addEventListener('keydown', hideOnEscape)
    return () => {
      clearInterval(timer)
      removeEventListener('blur', hideNow)
      removeEventListener('pagehide', hideNow)
      document.removeEventListener('visibilitychange', hideNow)
      document.removeEventListener('keydown', hideOnEscape)
    }
  }, [revealed])

  async function ask(id: string): Promise<string> {
    pending.current?.abort()
    const asking = new AbortController()
    pending.current = asking
    const password = await fetchPassword(id, asking.signal)
    asking.signal.throwIfAborted()
    return password
  }

  return {
    revealed,
    secondsLeft,
    reveal: async id => {
      setRevealed(undefined)
      const password = await ask(id)
      if (!document.hasFocus()) return false
      setSecondsLeft(shownSeconds)
      setRevealed({ id, password, hidesAtMs: nowMs() + shownSeconds * 1000 })
      return true
    },
    load: async id => (revealed?.id === id ? revealed.password : ask(id)),
    hide: () => setRevealed(undefined),
  }
}
