import { useState } from 'react'

/** True once `open` has been true: overlays load on first use and stay loaded. */
export function useWasOpened(open: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  return wasOpened
}
