import '#web/components/overlay.css'
import './search.css'
import { Dialog } from '@base-ui/react/dialog'
import { useRef, useState } from 'react'
import { searchTexts } from '#web/texts/search.ts'
import { SearchBox, type SearchBoxProps } from './search-box.tsx'

export interface SearchDialogProps extends Pick<SearchBoxProps, 'places' | 'customerId'> {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The search over everything: a window at the upper edge with a field and what it finds. Nothing typed is kept. */
export function SearchDialog({ open, onOpenChange, ...rest }: SearchDialogProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const hasChosen = useRef(false)
  const [{ wasOpen, times }, setOpened] = useState({ wasOpen: false, times: 0 })
  if (open !== wasOpen) setOpened({ wasOpen: open, times: open ? times + 1 : times })
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay" />
        <Dialog.Viewport className="search-viewport">
          <Dialog.Popup
            initialFocus={inputRef}
            // When a page was chosen the focus belongs to its heading.
            finalFocus={() => {
              const goesBack = !hasChosen.current
              hasChosen.current = false
              return goesBack
            }}
            className="dialog search-window"
          >
            <Dialog.Title className="sr-only">{searchTexts.title}</Dialog.Title>
            <SearchBox
              {...rest}
              opening={times}
              inputRef={inputRef}
              onChosen={option => {
                hasChosen.current = !('run' in option)
                onOpenChange(false)
              }}
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
