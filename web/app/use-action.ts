import { useState } from 'react'

/** One thing a button of the frame does: whether it runs, and how to start it. A second start while it runs is ignored. */
export function useAction(run: () => Promise<void>, onError: (error: unknown) => void) {
  const [isBusy, setIsBusy] = useState(false)
  async function start() {
    if (isBusy) return
    setIsBusy(true)
    try {
      await run()
    } catch (error) {
      onError(error)
    }
    setIsBusy(false)
  }
  return { isBusy, start }
}
