import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewsletterConsent } from '#contract/newsletter-consents.ts'
import { Card } from '#web/components/display/card.tsx'
import { type Definition, DefinitionList } from '#web/components/display/definition-list.tsx'
import { StateBadge, type StateLooks } from '#web/components/display/state-badge.tsx'
import { EmailText } from '#web/components/display/unbroken.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { wordOf } from '#web/lib/format/word-of.ts'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'
import { consentsQuery, loadConsents } from './newsletter.query-options.ts'

const pageSize = 5

/** A customer's newsletter requests and answers, latest first. Renders nothing if none was ever sent. */
export function ConsentsCard({ customerId }: { customerId: string }) {
  const [page, setPage] = useState(1)
  const list = useQuery(consentsQuery(customerId, { page, page_size: pageSize }))
  if (list.isError && !list.data) {
    return <ErrorState text={texts.failed} onRetry={list.refetch} busy={list.isFetching} />
  }
  if (!list.data || list.data.count === 0) return null
  const { count, results } = list.data
  return (
    <Card
      title={texts.title}
      actions={
        <CsvButton
          name={texts.title}
          columns={columns}
          rowKey={({ id }) => id}
          loadPage={(paging, signal) => loadConsents(customerId, paging, signal)}
        />
      }
    >
      <ul className="divide-y divide-hairline">
        {results.map(consent => (
          <li key={consent.id} className="grid gap-3 py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="min-w-0 font-semibold wrap-anywhere">
                <EmailText email={consent.email} />
              </p>
              <StateBadge state={consent.state} looks={consentLooks} />
            </div>
            <DefinitionList items={factsOf(consent)} />
          </li>
        ))}
      </ul>
      {count > pageSize ? (
        <Pager label={texts.title} page={page} pageSize={pageSize} count={count} onPageChange={setPage} />
      ) : null}
    </Card>
  )
}

const texts = newsletterTexts.consents

const columns: readonly CsvColumn<NewsletterConsent>[] = [
  { header: texts.email, kind: 'text', value: consent => consent.email },
  { header: texts.asked, kind: 'moment', value: consent => consent.askedAt },
  { header: texts.confirmed, kind: 'moment', value: consent => consent.confirmedAt },
  { header: texts.ended, kind: 'moment', value: consent => consent.endedAt },
  { header: texts.wording, kind: 'text', value: consent => consent.wording },
]

const consentLooks: StateLooks<NewsletterConsent['state']> = {
  looks: { pending: ['amber', 'clock'], confirmed: ['green', 'check'], ended: ['grey', 'cross'] },
  text: state => wordOf(texts.states, state) ?? texts.unknownState,
}

function factsOf(consent: NewsletterConsent): Definition[] {
  const { askedAt, askedFrom, confirmedAt, confirmedFrom, endedAt, endReason, expiresAt, state, wording } = consent
  const facts: Definition[] = [{ term: texts.asked, value: texts.timeFrom(formatDateTime(askedAt), askedFrom) }]
  if (confirmedAt !== null) {
    facts.push({ term: texts.confirmed, value: texts.timeFrom(formatDateTime(confirmedAt), confirmedFrom) })
  } else if (state === 'pending') {
    facts.push({ term: texts.confirmed, value: texts.linkUntil(formatDateTime(expiresAt)) })
  }
  if (endedAt !== null) facts.push({ term: texts.ended, value: endingOf(endedAt, endReason) })
  return [...facts, { term: texts.wording, value: `„${wording}“` }]
}

function endingOf(endedAt: string, reason: NewsletterConsent['endReason']): string {
  const moment = formatDateTime(endedAt)
  if (reason === null) return moment
  const known: string | undefined = texts.reasons[reason]
  return texts.endedBecause(moment, known ?? texts.unknownReason)
}
