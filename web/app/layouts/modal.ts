import { type MouseEvent, useEffect } from 'react'

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
