import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { iconButtonClass } from '#web/components/action/icon-button.tsx'
import { classNames } from '#web/components/display/class-names.ts'
import { controlClass } from '#web/components/form/control-class.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

export interface SearchInputProps {
  value: string
  /** Called after a pause in typing, on Enter and on clearing. */
  onValueChange: (value: string) => void
  label?: string | undefined
  labelHidden?: boolean | undefined
  /** On a phone the placeholder is label enough. */
  isSlim?: boolean | undefined
  placeholder?: string | undefined
  debounceMs?: number | undefined
  maxLength?: number | undefined
  className?: string | undefined
}

/** A search field that reports its text after a pause in typing. */
export function SearchInput({
  value,
  onValueChange,
  label = commonTexts.search,
  labelHidden = false,
  isSlim = false,
  placeholder,
  debounceMs = 300,
  maxLength = 200,
  className,
}: SearchInputProps) {
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const { text, setText, sendNow } = useDelayedText(value, onValueChange, debounceMs)

  function sendOnEnterClearOnEscape(event: KeyboardEvent) {
    if (event.key === 'Enter') sendNow(text)
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      sendNow('')
    }
  }

  return (
    <div className={classNames('grid min-w-0 content-start gap-1.5', className)}>
      <label
        htmlFor={id}
        className={
          labelHidden ? 'sr-only' : classNames('justify-self-start text-label font-medium', isSlim && 'phone:sr-only')
        }
      >
        {label}
      </label>
      <span className="relative block">
        <input
          ref={inputRef}
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          maxLength={maxLength}
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={sendOnEnterClearOnEscape}
          className={controlClass('truncate pr-11 [&::-webkit-search-cancel-button]:hidden')}
        />
        {text === '' ? (
          <IconSearch aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5" />
        ) : (
          <button
            type="button"
            aria-label={commonTexts.clearSearch}
            title={commonTexts.clearSearch}
            onClick={() => {
              sendNow('')
              inputRef.current?.focus()
            }}
            className={`${iconButtonClass()} absolute inset-y-0 right-0 h-full`}
          >
            <IconX aria-hidden="true" />
          </button>
        )}
      </span>
    </div>
  )
}

/** The text of the field, sent after a pause in typing or at once. */
function useDelayedText(value: string, onValueChange: (value: string) => void, debounceMs: number) {
  const [text, setText] = useState(value)
  const sentRef = useRef(value)
  const sendTyped = useEffectEvent((typed: string) => {
    sentRef.current = typed
    onValueChange(typed)
  })

  // A value from outside (Back, reset) replaces the text; our own value arriving late does not.
  useEffect(() => {
    if (value === sentRef.current) return
    sentRef.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    if (text === sentRef.current) return
    const timer = setTimeout(() => sendTyped(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, debounceMs])

  function sendNow(next: string) {
    setText(next)
    if (next === sentRef.current) return
    sentRef.current = next
    onValueChange(next)
  }

  return { text, setText, sendNow }
}
