import { Dialog } from '@base-ui/react/dialog'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { searchLengthMax } from '#contract/limits.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { iconButtonClass } from '#web/components/icon-button.tsx'
import { Spinner } from '#web/components/spinner.tsx'
import { useSettled } from '#web/lib/use-settled.ts'
import { commonTexts } from '#web/texts/common.ts'
import { searchTexts } from '#web/texts/search.ts'
import { searchQuery } from './queries.ts'
import { type SearchOption, type SearchPlaces, sectionsOf } from './search-place.ts'
import { optionId, SearchResults } from './search-results.tsx'

export interface SearchBoxProps {
  places: SearchPlaces
  /** Narrows the search to one customer's rows. */
  customerId: string | undefined
  /** Another number each time: it begins anew even when it is opened again before it has quite closed. */
  opening: number
  inputRef: RefObject<HTMLInputElement | null>
  onChosen: (option: SearchOption) => void
}

const settleMs = 150

/** A field with its results below: the combobox pattern. The focus stays in the field all the time. */
export function SearchBox({ places, customerId, opening, inputRef, onChosen }: SearchBoxProps) {
  const router = useRouter()
  const listId = useId()
  const [text, setText] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  /** Enter came before the answer: the first hit is opened as soon as it is there. */
  const [isHurried, setHurried] = useState(false)
  const [seenOpening, setSeenOpening] = useState(opening)
  if (opening !== seenOpening) {
    setSeenOpening(opening)
    type('')
  }
  const typed = text.trim()
  const asked = useSettled(typed, isHurried ? 0 : settleMs)
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(searchQuery(asked, customerId))

  const isAnswered = typed !== '' && asked === typed && data !== undefined && !isPlaceholderData && !isFetching
  const sections = typed === '' ? [] : sectionsOf(data?.groups ?? [], places, typed)
  const options = sections.flatMap(section => section.options)
  const active = options[Math.min(activeIndex, options.length - 1)]
  const hasFailed = isError && asked === typed && !isFetching

  function type(next: string) {
    setText(next)
    setActiveIndex(0)
    setHurried(false)
  }
  function open(option: SearchOption) {
    onChosen(option)
    if ('run' in option) option.run()
    else void router.navigate(option.link)
  }
  const openFirst = useEffectEvent(() => {
    setHurried(false)
    if (active) open(active)
  })
  useEffect(() => {
    if (isHurried && isAnswered) openFirst()
  }, [isHurried, isAnswered])

  function move(step: 1 | -1) {
    if (options.length === 0) return
    setActiveIndex(index => (Math.min(index, options.length - 1) + step + options.length) % options.length)
  }
  function pressKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && isAnswered && active) open(active)
    else if (event.key === 'Enter' && typed !== '') setHurried(!hasFailed)
    else return
    event.preventDefault()
  }

  const hits = options.filter(option => option.hit && !('run' in option)).length
  return (
    <>
      <div className="search-bar">
        <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center text-muted">
          {isFetching ? <Spinner /> : <IconSearch size={22} />}
        </span>
        <input
          ref={inputRef}
          type="search"
          role="combobox"
          aria-label={searchTexts.title}
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(listId, active) : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={searchLengthMax}
          placeholder={searchTexts.placeholder}
          value={text}
          onChange={event => type(event.target.value)}
          onKeyDown={pressKey}
        />
        <Dialog.Close aria-label={commonTexts.close} title={commonTexts.close} className={iconButtonClass()}>
          <IconX aria-hidden="true" />
        </Dialog.Close>
      </div>
      {options.length > 0 ? (
        <SearchResults id={listId} sections={sections} active={active} isOutdated={!isAnswered} onOpen={onChosen} />
      ) : null}
      {hasFailed ? (
        <div className="p-4">
          <ErrorState text={searchTexts.failed} onRetry={refetch} />
        </div>
      ) : null}
      {typed === '' ? <p className="px-5 py-6 text-label text-muted">{searchTexts.hint}</p> : null}
      <div role="status">
        {isAnswered && hits > 0 ? <span className="sr-only">{searchTexts.found(hits)}</span> : null}
        {isAnswered && hits === 0 ? (
          <p className="grid gap-1 px-5 py-6 text-label">
            <span className="wrap-anywhere">{searchTexts.nothing(typed)}</span>
            <span className="text-muted">{searchTexts.nothingHint}</span>
          </p>
        ) : null}
      </div>
      <SearchKeys />
    </>
  )
}

/** For those who have a keyboard. */
function SearchKeys() {
  return (
    <p aria-hidden="true" className="search-keys text-muted text-small">
      {keys.map(([key, does]) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </p>
  )
}

const keys = [
  ['↑ ↓', searchTexts.keysMove],
  ['Enter', searchTexts.keysOpen],
  ['Esc', searchTexts.keysClose],
] as const
