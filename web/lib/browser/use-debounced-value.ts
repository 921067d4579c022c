import { useEffect, useState } from 'react'

/** The value once it has not changed for `settleMs`. */
export function useDebouncedValue<T>(value: T, settleMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value, settleMs])
  return settled
}
