import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { FaqEntry } from '#contract/faq.ts'
import { Button } from '#web/components/action/button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { SearchInput } from '#web/components/table/search-input.tsx'
import { allFaqQuery } from '#web/features/faq/faq.query-options.ts'
import { FaqByTopic, FaqList } from '#web/features/faq/faq-list.tsx'
import { FaqSkeleton } from '#web/features/faq/faq-skeleton.tsx'
import { FaqTopicNav } from '#web/features/faq/faq-topic-nav.tsx'
import { faqTopics } from '#web/features/faq/faq-topics.ts'
import { plural } from '#web/lib/format/format.ts'
import { faqTexts } from '#web/texts/faq.texts.ts'

const route = getRouteApi('/faq')

/** /faq: all questions by topic; with a search the matching ones, best first. */
export function FaqPage() {
  const { search = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(allFaqQuery(search))
  const changeSearch = (text: string) => navigate({ to: '/faq', search: { search: text || undefined }, replace: true })
  const count = search && !query.isPlaceholderData ? query.data?.length : undefined

  return (
    <div className="page-width grid items-start gap-x-16 gap-y-8 py-10 sm:py-14 lg:grid-cols-[5fr_8fr]">
      <div className="grid gap-6 lg:sticky lg:top-[calc(var(--header-space)+1.5rem)]">
        <div>
          <h1 tabIndex={-1} className="text-title">
            {faqTexts.title}
          </h1>
          <p className="mt-2 text-muted">{faqTexts.lead}</p>
        </div>
        <search data-screen-only="">
          <SearchInput
            label={faqTexts.search}
            placeholder={faqTexts.searchPlaceholder}
            value={search}
            onValueChange={changeSearch}
          />
        </search>
        {query.data && !search ? <FaqTopicNav topics={faqTopics(query.data)} /> : null}
      </div>
      <div>
        <p role="status" className={count ? 'mb-4 text-label text-muted' : 'sr-only'}>
          {count === undefined ? null : faqTexts.found(plural(count, faqTexts.question, faqTexts.questions))}
        </p>
        <Questions search={search} query={query} onReset={() => changeSearch('')} />
        <div
          data-screen-only=""
          className="mt-12 flex flex-wrap items-center justify-between gap-4 rounded-card bg-sunken p-6"
        >
          <p className="font-semibold">{faqTexts.notFoundHere}</p>
          <LinkButton to="/contact">{faqTexts.askUs}</LinkButton>
        </div>
      </div>
    </div>
  )
}

interface QuestionsProps {
  search: string
  query: UseQueryResult<FaqEntry[]>
  onReset: () => void
}

function Questions({ search, query: { data, isError, isFetching, refetch }, onReset }: QuestionsProps) {
  const target = useTarget(data !== undefined)
  if (isError) return <ErrorState text={faqTexts.loadingFailed} onRetry={refetch} busy={isFetching} />
  if (!data) return <FaqSkeleton lines={8} />
  if (data.length > 0) {
    return search ? <FaqList entries={data} target={target} /> : <FaqByTopic topics={faqTopics(data)} target={target} />
  }
  return search ? (
    <EmptyState
      text={faqTexts.nothingFound(search)}
      action={<Button onClick={onReset}>{faqTexts.resetSearch}</Button>}
    />
  ) : (
    <EmptyState text={faqTexts.empty} />
  )
}

/** The anchor in the address. The questions load after the page, so it scrolls once they are rendered. */
function useTarget(isReady: boolean): string {
  const hash = useLocation({ select: location => location.hash })
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash)?.scrollIntoView()
  }, [isReady, hash])
  return hash
}
