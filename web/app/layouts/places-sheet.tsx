import './sliding-dialog.css'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { LineIcon } from './line-icon.tsx'
import { cancelAfterFrame, closeAfterFrame, isOnBackdrop, useModal } from './modal.ts'
import { placeIcons } from './place-icon.tsx'
import type { PortalPlace } from './portal-places.ts'

export interface PlacesSheetProps {
  places: readonly PortalPlace[]
  currentOf: (to: string) => 'page' | 'true' | undefined
  onClose: () => void
}

/** A sheet at the lower edge with the places that do not fit into a phone's bar. */
export function PlacesSheet({ places, currentOf, onClose }: PlacesSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null)
  // Closes at once for a link: the new page takes the focus that closing returns.
  const close = () => sheet.current?.close()
  useModal(sheet, '(width >= 40rem)')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click outside the sheet is an extra; Escape closes it already
    <dialog
      ref={sheet}
      aria-label={shellTexts.more}
      className="sliding-dialog places-sheet"
      onClose={onClose}
      onCancel={cancelAfterFrame}
      onClick={event => isOnBackdrop(event) && closeAfterFrame(event.currentTarget)}
    >
      <div className="px-gutter pt-2 pb-4">
        <div className="flex min-h-12 items-center justify-between">
          <p aria-hidden="true" className="font-display text-heading font-bold">
            {shellTexts.more}
          </p>
          <IconButton
            label={shellTexts.closeMenu}
            icon={<LineIcon path="m6 6 12 12M18 6 6 18" />}
            onClick={() => closeAfterFrame(sheet.current)}
          />
        </div>
        <ul className="grid">
          {places.map(({ label, to }) => (
            <li key={to} className="border-hairline border-t">
              <Link to={to} aria-current={currentOf(to)} onClick={close} className="sheet-place">
                {placeIcons[to]}
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  )
}
