import { IconPencilPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageSizeDefault } from '#contract/limits.ts'
import type { Newsletter } from '#contract/newsletters.ts'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { usePageRows } from '#web/lib/api/use-page-rows.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatCount, formatDateTime } from '#web/lib/format/format.ts'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'
import { loadNewsletters, type NewsletterFilter, newslettersQuery } from './newsletter.query-options.ts'
import { NewsletterStateBadge } from './newsletter-state-badge.tsx'

const texts = newsletterTexts

interface NewsletterSectionProps {
  filter: NewsletterFilter
  onPageChange: (page: number, isCorrection?: boolean) => void
  newsletterLink: (newsletter: Newsletter) => LinkProps
  /** Link to a new newsletter. */
  write: (icon: ReactNode) => ReactNode
}

/** All newsletters, latest first. */
export function NewsletterSection({ filter, onPageChange, newsletterLink, write }: NewsletterSectionProps) {
  const list = useQuery(newslettersQuery(filter))
  const rows = usePageRows(list, filter, page => onPageChange(page, true))
  const columns: readonly TableColumn<Newsletter>[] = [
    { key: 'subject', header: texts.columns.subject, cell: ({ subject }) => subject, phone: 'title' },
    {
      key: 'state',
      header: texts.columns.state,
      cell: ({ state }) => <NewsletterStateBadge state={state} />,
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
  return (
    <section aria-labelledby="newsletter-heading" className="grid gap-4">
      <SectionHeader
        title={texts.title}
        titleId="newsletter-heading"
        headingLevel={1}
        lead={texts.lead}
        actions={
          <>
            <CsvButton
              name={texts.title}
              columns={newsletterCsv}
              rowKey={({ id }) => id}
              loadPage={(paging, signal) => loadNewsletters({ ...filter, ...paging }, signal)}
            />
            {write(<IconPencilPlus />)}
          </>
        }
      />
      <div>
        <DataTable
          label={texts.title}
          columns={columns}
          rows={rows}
          rowKey={newsletter => newsletter.id}
          rowName={newsletter => newsletter.subject}
          rowLink={newsletterLink}
          isFetching={list.isFetching}
          error={list.isError ? texts.failed : undefined}
          onRetry={list.refetch}
          empty={<EmptyState text={texts.empty} />}
        />
        <Pager
          label={texts.title}
          page={filter.page ?? 1}
          pageSize={filter.page_size ?? pageSizeDefault}
          count={list.data?.count ?? 0}
          onPageChange={onPageChange}
        />
      </div>
    </section>
  )
}

/** CSV columns. */
const newsletterCsv: readonly CsvColumn<Newsletter>[] = [
  { header: texts.columns.subject, kind: 'text', value: newsletter => newsletter.subject },
  { header: texts.columns.state, kind: 'text', value: newsletter => texts.states[newsletter.state] },
  { header: texts.columns.date, kind: 'moment', value: newsletter => newsletter.startedAt ?? newsletter.updatedAt },
  { header: texts.numbers.recipients, kind: 'count', value: newsletter => newsletter.recipientsCount },
  { header: texts.numbers.sent, kind: 'count', value: newsletter => newsletter.sentCount },
  { header: texts.numbers.failed, kind: 'count', value: newsletter => newsletter.failedCount },
]
