import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { newsletterList } from '#contract/lists.ts'
import type { Newsletter } from '#contract/newsletters.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import { ListSection } from '#web/components/list/list-section.tsx'
import type { ListView } from '#web/components/list/list-view.ts'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatCount, formatDateTime } from '#web/lib/format/format.ts'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'
import { newsletterLooks } from './newsletter.labels.ts'
import { loadNewsletters, type NewsletterFilter, newslettersQuery } from './newsletter.query-options.ts'

const texts = newsletterTexts

interface NewsletterSectionProps {
  filter: NewsletterFilter
  /** Called with changes. A correction replaces the history entry. */
  onFilterChange: (change: NewsletterFilter, isCorrection?: boolean) => void
  newsletterLink: (newsletter: Newsletter) => LinkProps
  /** Link to a new newsletter. */
  write: ReactNode
}

/** All newsletters, latest first. */
export function NewsletterSection({ filter, onFilterChange, newsletterLink, write }: NewsletterSectionProps) {
  return (
    <ListSection
      list={newsletterListView}
      titleId="newsletter-heading"
      headingLevel={1}
      lead={texts.lead}
      filter={filter}
      onFilterChange={onFilterChange}
      actions={write}
      rowLink={newsletterLink}
      empty={texts.empty}
    />
  )
}

const columns: readonly TableColumn<Newsletter>[] = [
  { key: 'subject', header: texts.columns.subject, cell: ({ subject }) => subject, phone: 'title' },
  {
    key: 'state',
    header: texts.columns.state,
    cell: ({ state }) => <StateBadge state={state} looks={newsletterLooks} />,
    width: '11rem',
  },
  {
    key: 'recipients',
    header: texts.columns.recipients,
    cell: ({ state, recipientsCount }) => (state === 'draft' ? '' : formatCount(recipientsCount)),
    align: 'end',
    width: '8rem',
    phone: 'hidden',
  },
  {
    key: 'date',
    header: texts.columns.date,
    cell: ({ startedAt, updatedAt }) => formatDateTime(startedAt ?? updatedAt),
    width: '12.5rem',
  },
]

/** CSV columns. */
const newsletterCsv: readonly CsvColumn<Newsletter>[] = [
  { header: texts.columns.subject, kind: 'text', value: newsletter => newsletter.subject },
  { header: texts.columns.state, kind: 'text', value: newsletter => texts.states[newsletter.state] },
  { header: texts.columns.date, kind: 'moment', value: newsletter => newsletter.startedAt ?? newsletter.updatedAt },
  { header: texts.numbers.recipients, kind: 'count', value: newsletter => newsletter.recipientsCount },
  { header: texts.numbers.sent, kind: 'count', value: newsletter => newsletter.sentCount },
  { header: texts.numbers.failed, kind: 'count', value: newsletter => newsletter.failedCount },
]

const newsletterListView: ListView<Newsletter, NewsletterFilter> = {
  title: texts.title,
  failed: texts.failed,
  nothingFiltered: texts.nothingFiltered,
  contract: newsletterList,
  query: newslettersQuery,
  loadPage: loadNewsletters,
  rowName: newsletter => newsletter.subject,
  columns: () => columns,
  csv: async () => newsletterCsv,
  fields: () => choiceFields(newsletterList, { state: { label: texts.columns.state, words: texts.states } }),
}
