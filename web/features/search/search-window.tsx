import './search.css'
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { searchLengthMax } from '#contract/limits.ts'
import { Spinner } from '#web/components/feedback/spinner.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { searchTexts } from '#web/texts/search.texts.ts'

/** ARIA state of the results, for the field. */
export type ShownResults = { listId?: string | undefined; activeId?: string | undefined; isBusy: boolean }

/** The search field, for the results below it. */
export type SearchField = {
  text: string
  /** True if Enter was pressed before any hit arrived: the first hit opens as soon as it arrives. */
  isEnterPending: boolean
  onEnterPending: (isEnterPending: boolean) => void
  onShown: (shown: ShownResults) => void
  /** The results register their handler for arrow keys and Enter here. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>
  onClose: () => void
}

interface SearchWindowProps {
  onClose: () => void
  /** Renders the results, possibly lazily: the field is there from the start and keeps its input. */
  results: (field: SearchField) => ReactNode
}

/**
 * The search over everything: a dialog at the upper edge with a field and its results. The native modal dialog focuses
 * the field within the click or key press that opens it, and returns the focus. Input is not kept.
 */
export function SearchWindow({ onClose, results }: SearchWindowProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null)
  const [text, setText] = useState('')
  const [isEnterPending, setEnterPending] = useState(false)
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
    else if (event.key === 'Enter' && typed !== '') setEnterPending(true)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click outside the dialog is an extra; Escape closes it already
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
            setEnterPending(false)
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
        {results({ text, isEnterPending, onEnterPending: setEnterPending, onShown: setShown, keys, onClose: close })}
      </Suspense>
      <SearchKeys />
    </dialog>
  )
}

/** The icon library would be loaded with every page of a portal. */
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

/** Shown to users with a keyboard. */
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
