import { type MouseEvent, type SyntheticEvent, useEffect } from 'react'

/** True for a click on the backdrop, which belongs to the dialog; the content covers the rest of it. */
export function isOnBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  return event.target === event.currentTarget
}

/** Opens the dialog on mount. Closes it when the window becomes too wide for it: a rotated tablet would show only the backdrop. */
export function useModal(dialog: { readonly current: HTMLDialogElement | null }, tooWide: string): void {
  useEffect(() => {
    const wide = matchMedia(tooWide)
    const closeIfWide = () => {
      if (wide.matches) dialog.current?.close()
    }
    if (!dialog.current?.open) dialog.current?.showModal()
    wide.addEventListener('change', closeIfWide)
    return () => wide.removeEventListener('change', closeIfWide)
  }, [dialog, tooWide])
}

/**
 * Takes the dialog off the screen with the next frame (`data-leaving`) and closes it after that: closing ends the inertness
 * of the page, for which the browser restyles every element.
 */
export function closeAfterFrame(dialog: HTMLDialogElement | null): void {
  if (!dialog) return
  dialog.dataset.leaving = ''
  requestAnimationFrame(() => setTimeout(() => dialog.close()))
}

/** The same for Escape and the browser's Back gesture. */
export function cancelAfterFrame(event: SyntheticEvent<HTMLDialogElement>): void {
  event.preventDefault()
  closeAfterFrame(event.currentTarget)
}
