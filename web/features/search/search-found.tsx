import '#web/components/overlay/overlay.css'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { useDebouncedValue } from '#web/lib/browser/use-debounced-value.ts'
import { searchTexts } from '#web/texts/search.texts.ts'
import { searchQuery } from './search.query-options.ts'
import { matchingPages, type SearchPage } from './search-pages.ts'
import { pageSection, type SearchOption, type SearchPlaces, sectionsOf } from './search-place.ts'
import { optionId, SearchResults } from './search-results.tsx'
import type { SearchField } from './search-window.tsx'

export interface SearchFoundProps {
  field: SearchField
  places: SearchPlaces
  /** Pages of the site that the user may open. */
  pages: readonly SearchPage[]
  /** Limits the search to one customer's rows. */
  customerId: string | undefined
}

const debounceMs = 150

/** The results of a search, below its field: the combobox pattern. The focus stays in the field. */
export function SearchFound({ field, places, pages, customerId }: SearchFoundProps) {
  const router = useRouter()
  const listId = useId()
  const [active, setActive] = useState({ text: field.text, index: 0 })
  const typed = field.text.trim()
  const asked = useDebouncedValue(typed, field.isEnterPending ? 0 : debounceMs)
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(searchQuery(asked, customerId))

  const isAnswered = typed !== '' && asked === typed && data !== undefined && !isPlaceholderData && !isFetching
  const found = typed === '' ? [] : sectionsOf(data?.groups ?? [], places, typed)
  const { best, others } = matchingPages(pages, typed)
  const sections = [...pageSection('best', best), ...found, ...pageSection('others', others)]
  const options = sections.flatMap(section => section.options)
  const activeIndex = active.text === field.text ? Math.min(active.index, options.length - 1) : 0
  const activeOption = options[activeIndex]
  const hasFailed = isError && asked === typed && !isFetching

  function open(option: SearchOption) {
    field.onClose()
    if ('run' in option) option.run()
    else void router.navigate(option.link)
  }
  const openFirst = useEffectEvent(() => {
    field.onEnterPending(false)
    if (activeOption) open(activeOption)
  })
  useEffect(() => {
    if (field.isEnterPending && isAnswered) openFirst()
  }, [field.isEnterPending, isAnswered])

  function move(step: 1 | -1) {
    if (options.length === 0) return
    setActive({ text: field.text, index: (activeIndex + step + options.length) % options.length })
  }
  function pressKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && isAnswered && activeOption) open(activeOption)
    else if (event.key === 'Enter' && typed !== '') field.onEnterPending(!hasFailed)
    else return
    event.preventDefault()
  }
  // Before the next key press or announcement.
  const { keys, onShown } = field
  useLayoutEffect(() => {
    keys.current = pressKey
    return () => {
      keys.current = null
    }
  })
  const shownListId = options.length > 0 ? listId : undefined
  const activeId = activeOption ? optionId(listId, activeOption) : undefined
  useLayoutEffect(() => {
    onShown({ listId: shownListId, activeId, isBusy: isFetching })
  }, [onShown, shownListId, activeId, isFetching])

  const hits = options.filter(option => !('run' in option) && (option.hit ?? option.page)).length
  return (
    <>
      {options.length > 0 ? (
        <SearchResults
          id={listId}
          sections={sections}
          active={activeOption}
          isOutdated={!isAnswered}
          onOpen={field.onClose}
        />
      ) : null}
      {hasFailed ? (
        <div className="p-4">
          <ErrorState text={searchTexts.failed} onRetry={refetch} />
        </div>
      ) : null}
      <div role="status">{isAnswered ? <FoundCount typed={typed} hits={hits} /> : null}</div>
    </>
  )
}

function FoundCount({ typed, hits }: { typed: string; hits: number }) {
  if (hits > 0) return <span className="sr-only">{searchTexts.found(hits)}</span>
  return (
    <p className="grid gap-1 px-5 py-6 text-label">
      <span className="wrap-anywhere">{searchTexts.nothing(typed)}</span>
      <span className="text-muted">{searchTexts.nothingHint}</span>
    </p>
  )
}
