import '#web/components/overlay/overlay.css'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { iconButtonClass } from '#web/components/action/icon-button.tsx'
import { commonTexts, fixedTexts } from '#web/texts/common.texts.ts'
import { controlClass } from './control-class.ts'
import { Field, type FieldControl, type FieldProps } from './field.tsx'
import { optionId, SearchSelectList } from './search-select-list.tsx'
import { useSearchOptions } from './use-search-options.ts'

export interface SearchOption {
  value: string
  label: string
  /** Small text below the label. */
  note?: string | undefined
}

export interface SearchSelectProps
  extends Pick<FieldProps, 'hint' | 'error' | 'required' | 'labelHidden' | 'className'> {
  label: string
  /** The chosen option, or null. */
  selected: SearchOption | null
  onSelect: (option: SearchOption | null) => void
  /** Options known in advance; searched by their label and note. */
  options?: readonly SearchOption[] | undefined
  /** Fetches options for the typed text; for an empty query at first. */
  loadOptions?: ((query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>) | undefined
  disabled?: boolean | undefined
  onBlur?: (() => void) | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** A select with search, for long or remote lists: the combobox pattern of the ARIA Authoring Practices. */
export function SearchSelect({ label, hint, error, required, labelHidden, className, ...choice }: SearchSelectProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} labelHidden={labelHidden} className={className}>
      {control => <SearchBox label={label} control={control} {...choice} />}
    </Field>
  )
}

interface SearchBoxProps
  extends Pick<
    SearchSelectProps,
    'label' | 'selected' | 'onSelect' | 'options' | 'loadOptions' | 'disabled' | 'onBlur' | 'inputRef'
  > {
  control: FieldControl
}

/** The focus always stays in the input; the list shows the active option. */
function SearchBox({
  control,
  label,
  selected,
  onSelect,
  options,
  loadOptions,
  disabled,
  onBlur,
  inputRef,
}: SearchBoxProps) {
  const boxRef = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** The typed text; undefined while the selected label is shown. */
  const [typed, setTyped] = useState<string>()
  const [activeIndex, setActiveIndex] = useState(-1)
  const query = typed?.trim() ?? ''
  const { found, isLoading } = useSearchOptions({ options, loadOptions, query, isOpen })
  const active = found[Math.min(activeIndex, found.length - 1)]
  const listId = `${control.id}-list`

  useEffect(() => {
    if (isOpen && active) document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active, listId])

  function open() {
    if (disabled || isOpen) return
    setOpen(true)
    setActiveIndex(found.findIndex(option => option.value === selected?.value))
  }
  function close() {
    setOpen(false)
    setTyped(undefined)
    setActiveIndex(-1)
  }
  function choose(option: SearchOption | null) {
    onSelect(option)
    close()
  }
  function type(text: string) {
    setTyped(text)
    setOpen(true)
    setActiveIndex(text.trim() === '' ? -1 : 0)
    if (text === '' && selected) onSelect(null)
  }
  function move(step: 1 | -1) {
    if (!isOpen) return open()
    if (found.length === 0) return
    setActiveIndex(index => (Math.min(index, found.length - 1) + step + found.length) % found.length)
  }
  function pressKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp' && isOpen && activeIndex < 0) setActiveIndex(found.length - 1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && isOpen && active) choose(active)
    else if (event.key === 'Escape' && (isOpen || typed !== undefined)) close()
    else return
    event.preventDefault()
    // Keeps a surrounding dialog open.
    event.stopPropagation()
  }
  function leave(event: FocusEvent) {
    if (boxRef.current?.contains(event.relatedTarget)) return
    close()
    onBlur?.()
  }
  function focusInput() {
    boxRef.current?.querySelector('input')?.focus()
  }

  const text = typed ?? selected?.label ?? ''
  return (
    <div ref={boxRef} className="relative">
      <input
        {...control}
        ref={inputRef}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? optionId(listId, active) : undefined}
        autoComplete="off"
        spellCheck={false}
        lang={text === '' ? 'en' : undefined}
        placeholder={fixedTexts.searchPlaceholder}
        value={text}
        disabled={disabled}
        onChange={event => type(event.target.value)}
        onClick={open}
        onKeyDown={pressKey}
        onBlur={leave}
        className={controlClass('truncate', selected ? 'pr-20' : 'pr-11')}
      />
      <span className="absolute inset-y-0 right-0 flex">
        {selected && !disabled ? (
          <button
            type="button"
            aria-label={`${label}: ${commonTexts.clearValue}`}
            title={commonTexts.clearValue}
            onBlur={leave}
            onClick={() => {
              choose(null)
              focusInput()
            }}
            className={`${iconButtonClass('small')} h-full`}
          >
            <IconX aria-hidden="true" />
          </button>
        ) : null}
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${label}: ${commonTexts.openList}`}
          title={commonTexts.openList}
          disabled={disabled}
          onPointerDown={event => event.preventDefault()}
          onClick={() => {
            focusInput()
            if (isOpen) close()
            else open()
          }}
          className={`${iconButtonClass('small')} h-full`}
        >
          <IconChevronDown aria-hidden="true" />
        </button>
      </span>
      {isOpen ? (
        <SearchSelectList
          id={listId}
          label={label}
          isLoading={isLoading}
          query={query}
          found={found}
          active={active}
          selected={selected}
          onChoose={choose}
        />
      ) : null}
    </div>
  )
}
