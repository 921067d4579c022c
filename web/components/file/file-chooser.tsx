import type { RefObject } from 'react'

interface FileChooserProps {
  input: RefObject<HTMLInputElement | null>
  /** Media types and file extensions. */
  accept: readonly string[]
  multiple?: boolean
  capture?: 'environment'
  onTake: (files: readonly File[]) => void
}

/** The native file chooser, opened by a button with a label of our own. */
export function FileChooser({ input, accept, onTake, ...rest }: FileChooserProps) {
  return (
    <input
      {...rest}
      ref={input}
      type="file"
      hidden
      tabIndex={-1}
      accept={accept.join(',')}
      onChange={event => {
        onTake([...(event.target.files ?? [])])
        // Allows choosing the same file again after its removal.
        event.target.value = ''
      }}
    />
  )
}
