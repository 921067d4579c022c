import { type MouseEvent, useEffect } from 'react'

/** The backdrop belongs to the dialog; its content covers the dialog whole. */
export function isBeside(event: MouseEvent<HTMLDialogElement>): boolean {
  return event.target === event.currentTarget
}

/** Opens with the component, and closes on a window too wide for it: a turned tablet would show only a veil. */
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
