import {
  IconAppWindow,
  IconArrowRight,
  IconDeviceDesktop,
  IconFileInvoice,
  IconMessageQuestion,
  IconTicket,
  IconUser,
  IconWorld,
  IconWorldPin,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import type { SearchHit, SearchKind } from '#contract/search.ts'
import { IconSlot } from '#web/components/display/icon-slot.tsx'
import { searchTexts } from '#web/texts/search.texts.ts'
import type { SearchPage } from './search-pages.ts'
import type { SearchOption, SearchPlace, SearchSection } from './search-place.ts'

interface SearchResultsProps {
  id: string
  sections: readonly SearchSection[]
  active: SearchOption | undefined
  /** True while the results belong to the previous input. */
  isOutdated: boolean
  onOpen: (option: SearchOption) => void
}

/** The results by kind. Each hit is a link, so that it can be opened in another tab. */
export function SearchResults({ id, sections, active, isOutdated, onOpen }: SearchResultsProps) {
  useEffect(() => {
    if (active) document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div id={id} role="listbox" aria-label={searchTexts.results} aria-busy={isOutdated} className="search-results">
      {sections.map(section => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={section.key} role="group" aria-labelledby={`${id}-${section.key}`}>
          <div
            id={`${id}-${section.key}`}
            role="presentation"
            className="search-kind font-semibold text-muted text-small"
          >
            {section.name}
          </div>
          {section.options.map(option => (
            <Option
              key={option.key}
              id={optionId(id, option)}
              option={option}
              isActive={option.key === active?.key}
              onOpen={onOpen}
            >
              {'page' in option && option.page ? (
                <Page page={option.page} />
              ) : option.hit && section.of ? (
                <Hit
                  hit={option.hit}
                  icon={'run' in option ? option.icon : icons[section.of.kind]}
                  place={section.of.place}
                />
              ) : (
                <>
                  <IconSlot icon={<IconArrowRight />} />
                  {searchTexts.allOf(section.name)}
                </>
              )}
            </Option>
          ))}
        </div>
      ))}
    </div>
  )
}

/** The element id of an option. */
export function optionId(listId: string, option: SearchOption): string {
  return `${listId}-${option.key}`
}

const icons: Record<SearchKind, ReactNode> = {
  customer: <IconUser />,
  ticket: <IconTicket />,
  request: <IconMessageQuestion />,
  service: <IconDeviceDesktop />,
  invoice: <IconFileInvoice />,
  dns_hostname: <IconWorldPin />,
  dns_domain: <IconWorld />,
}

interface OptionProps {
  id: string
  option: SearchOption
  isActive: boolean
  onOpen: (option: SearchOption) => void
  children: ReactNode
}

function Option({ id, option, isActive, onOpen, children }: OptionProps) {
  function openHere(event: MouseEvent) {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onOpen(option)
  }
  const common = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    'data-highlighted': isActive || undefined,
    // Keeps the focus in the field.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    className: 'popup-item search-option no-underline',
  }
  if ('run' in option) {
    return (
      <button
        type="button"
        {...common}
        onClick={() => {
          onOpen(option)
          option.run()
        }}
      >
        {children}
      </button>
    )
  }
  return (
    <Link {...option.link} {...common} preload={false} onClick={openHere}>
      {children}
    </Link>
  )
}

function Page({ page: { label, note } }: { page: SearchPage }) {
  return (
    <>
      <span className="flex text-muted">
        <IconSlot icon={<IconAppWindow />} />
      </span>
      <span className="min-w-0 flex-1">
        {label}
        {note ? <span className="block truncate text-muted text-small">{note}</span> : null}
      </span>
    </>
  )
}

function Hit({ hit, icon, place }: { hit: SearchHit; icon: ReactNode; place: SearchPlace }) {
  const note = [place.title ? null : hit.number, hit.customer?.name].filter(Boolean).join(' · ')
  return (
    <>
      <span className="flex text-muted">
        <IconSlot icon={icon} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2">{place.title?.(hit) ?? hit.title}</span>
        {note ? <span className="tabular block truncate text-muted text-small">{note}</span> : null}
      </span>
      <span className="shrink-0 text-muted text-small">{place.state(hit.state)}</span>
    </>
  )
}
