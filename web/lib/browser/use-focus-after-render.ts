import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Focuses the element with this selector after the next render: adding, moving and removing lose the focus. */
export function useFocusAfterRender(frame: RefObject<HTMLElement | null>): (selector: string) => void {
  const wanted = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const target = frame.current?.querySelector<HTMLElement>(wanted.current)
    wanted.current = undefined
    target?.focus()
  })
  return selector => {
    wanted.current = selector
  }
}
