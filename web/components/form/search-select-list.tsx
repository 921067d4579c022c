import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { commonTexts, fixedTexts } from '#web/texts/common.texts.ts'
import type { SearchOption } from './use-search-options.ts'

interface SearchSelectListProps {
  id: string
  label: string
  isLoading: boolean
  query: string
  found: readonly SearchOption[]
  active: SearchOption | undefined
  selected: SearchOption | null
  onChoose: (option: SearchOption) => void
}

/** The options below a `SearchSelect`, or a sentence that there are none. */
export function SearchSelectList({
  id,
  label,
  isLoading,
  query,
  found,
  active,
  selected,
  onChoose,
}: SearchSelectListProps) {
  const popupRef = useRef<HTMLDivElement>(null)
  const isEmpty = !isLoading && found.length === 0
  // At the lower edge of the window the list would open outside the view.
  useEffect(() => {
    popupRef.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <div ref={popupRef} className="popup absolute inset-x-0 top-full mt-1.5 max-h-80! animate-appear">
      {query === '' && found.length > 0 ? (
        <p aria-hidden="true" className="px-3 pt-2 pb-1 text-small text-muted">
          {commonTexts.typeToSearch}
        </p>
      ) : null}
      <div id={id} role="listbox" aria-label={label} hidden={found.length === 0}>
        {found.map(option => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
          <div
            key={option.value}
            id={optionId(id, option)}
            role="option"
            tabIndex={-1}
            aria-selected={option.value === selected?.value}
            data-highlighted={option === active || undefined}
            onPointerDown={event => event.preventDefault()}
            onClick={() => onChoose(option)}
            className="popup-item hover:bg-grey-tint"
          >
            <span className="min-w-0 flex-1">
              {option.label}
              {option.note ? <span className="block text-small text-muted">{option.note}</span> : null}
            </span>
            {option.value === selected?.value ? <IconCheck aria-hidden="true" /> : null}
          </div>
        ))}
      </div>
      <span role="status" className="block px-3 py-2 text-label text-muted empty:hidden">
        {isLoading && found.length === 0 ? commonTexts.loading : null}
        {isEmpty ? (
          <>
            <span lang="en" className="block">
              {query === '' ? fixedTexts.noOptions : fixedTexts.noResults(query)}
            </span>
            <span className="block">{query === '' ? commonTexts.noOptions : commonTexts.noResults(query)}</span>
          </>
        ) : null}
      </span>
    </div>
  )
}

/** The element id of an option; its value may contain characters that are invalid in an id. */
export function optionId(listId: string, option: SearchOption): string {
  return `${listId}-${encodeURIComponent(option.value)}`
}
