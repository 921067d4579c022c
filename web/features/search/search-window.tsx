import './search.css'
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { searchLengthMax } from '#contract/limits.ts'
import { Spinner } from '#web/components/feedback/spinner.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { searchTexts } from '#web/texts/search.texts.ts'

/** What the results below the field have to say of it. */
export type ShownResults = { listId?: string | undefined; activeId?: string | undefined; isBusy: boolean }

/** The field of the search, for the results below it. */
export type SearchField = {
  text: string
  /** Enter came before there was anything to open: the first hit is opened as soon as it is there. */
  isHurried: boolean
  onHurried: (isHurried: boolean) => void
  onShown: (shown: ShownResults) => void
  /** Where the results put what hears the arrow keys and Enter. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>
  onClose: () => void
}

interface SearchWindowProps {
  onClose: () => void
  /** The results. They may be on their way still: the field is there from the first moment and keeps what is typed. */
  results: (field: SearchField) => ReactNode
}

/**
 * The search over everything: a window at the upper edge with a field and what it finds. The browser's own modal dialog
 * gives the field the focus within the click or the keys that open it, and gives it back. Nothing typed is kept.
 */
export function SearchWindow({ onClose, results }: SearchWindowProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null)
  const [text, setText] = useState('')
  const [isHurried, setHurried] = useState(false)
  const [shown, setShown] = useState<ShownResults | null>(null)
  const typed = text.trim()
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  function close() {
    dialog.current?.close()
    onClose()
  }
  function pressKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close()
    else if (keys.current) return keys.current(event)
    else if (event.key === 'Enter' && typed !== '') setHurried(true)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press beside the window is an extra; Escape closes it already
    <dialog
      ref={dialog}
      aria-label={searchTexts.title}
      className="search-window"
      onClose={onClose}
      onClick={event => event.target === event.currentTarget && close()}
    >
      <div className="search-bar">
        <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center text-muted">
          {(shown?.isBusy ?? typed !== '') ? (
            <Spinner />
          ) : (
            <Line path="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M21 21l-6-6" />
          )}
        </span>
        <input
          type="search"
          role="combobox"
          aria-label={searchTexts.title}
          aria-expanded={shown?.listId !== undefined}
          aria-controls={shown?.listId}
          aria-autocomplete="list"
          aria-activedescendant={shown?.activeId}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={searchLengthMax}
          placeholder={searchTexts.placeholder}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setHurried(false)
          }}
          onKeyDown={pressKey}
        />
        <button
          type="button"
          aria-label={commonTexts.close}
          title={commonTexts.close}
          onClick={close}
          className="search-close"
        >
          <Line path="m6 6 12 12M18 6 6 18" />
        </button>
      </div>
      {typed === '' ? <p className="px-5 py-6 text-label text-muted">{searchTexts.hint}</p> : null}
      <Suspense>
        {results({ text, isHurried, onHurried: setHurried, onShown: setShown, keys, onClose: close })}
      </Suspense>
      <SearchKeys />
    </dialog>
  )
}

/** The icon library would come with every page of a portal. */
function Line({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-5.5 fill-none stroke-2 stroke-current"
      strokeLinecap="round"
    >
      <path d={path} />
    </svg>
  )
}

/** For those who have a keyboard. */
function SearchKeys() {
  return (
    <p aria-hidden="true" className="search-keys text-muted text-small">
      {keyNames.map(([key, does]) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </p>
  )
}

const keyNames = [
  ['↑ ↓', searchTexts.keysMove],
  ['Enter', searchTexts.keysOpen],
  ['Esc', searchTexts.keysClose],
] as const
