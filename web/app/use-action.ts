import { useState } from 'react'

/** Runs one action of a button in the frame: its pending state and a start function that ignores repeated calls. */
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
