import { useState } from 'react'

/** True from the first time on that `open` was: what opens over a page is not loaded before, and not dropped after. */
export function useWasOpened(open: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  return wasOpened
}
