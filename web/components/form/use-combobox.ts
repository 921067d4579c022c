import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { optionId } from './search-select-list.tsx'
import { type OptionSource, type SearchOption, useSearchOptions } from './use-search-options.ts'

export interface ComboboxChoice extends OptionSource {
  /** The chosen option, or null. */
  selected: SearchOption | null
  onSelect: (option: SearchOption | null) => void
  disabled?: boolean | undefined
  onBlur?: (() => void) | undefined
}

interface ComboboxOptions extends ComboboxChoice {
  /** Contains the input and everything that keeps the list open while it has the focus. */
  boxRef: RefObject<HTMLElement | null>
  listId: string
}

/** The keyboard and the list of a `SearchSelect`. */
export function useCombobox(combobox: ComboboxOptions) {
  const { selected, onSelect, options, loadOptions, disabled, onBlur, boxRef, listId } = combobox
  const [isOpen, setOpen] = useState(false)
  /** The typed text; undefined while the selected label is shown. */
  const [typed, setTyped] = useState<string>()
  const [activeIndex, setActiveIndex] = useState(-1)
  const query = typed?.trim() ?? ''
  const { found, isLoading } = useSearchOptions({ options, loadOptions, query, isOpen })
  const active = found[Math.min(activeIndex, found.length - 1)]

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
  const text = typed ?? selected?.label ?? ''
  return { isOpen, text, query, found, isLoading, active, open, close, choose, type, pressKey, leave }
}
