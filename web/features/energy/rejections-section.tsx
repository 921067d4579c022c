import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#contract/endpoint.ts'
import type { energyMeasurements } from '#contract/energy-history.ts'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { rejectionsQuery } from './energy.query-options.ts'
import { sentTimeText } from './sent-time.ts'

type Rejection = Answer<typeof energyMeasurements.rejections>['results'][number]

/** The last refused readings of a site and why, folded; nothing without any. */
export function RejectionsSection({ siteId }: { siteId: string }) {
  const { data } = useQuery(rejectionsQuery(siteId))
  if (!data || data.results.length === 0) return null
  return (
    <Disclosure summary={texts.title} headingLevel={2}>
      <div className="grid gap-3 pb-4">
        <p className="text-label text-muted">{texts.lead(data.results.length)}</p>
        <DataTable
          label={texts.title}
          columns={columns}
          rows={data.results}
          rowKey={rejection => rejection.id}
          rowName={channelName}
          empty={null}
        />
      </div>
    </Disclosure>
  )
}

const texts = energySiteTexts.rejections

function channelName({ channel, code }: Rejection): string {
  if (channel !== '') return channel
  return code.startsWith('message.') ? texts.wholeMessage : texts.withoutChannel
}

const columns: readonly TableColumn<Rejection>[] = [
  { key: 'channel', header: texts.columns.channel, cell: channelName, phone: 'title' },
  { key: 'value', header: texts.columns.value, cell: ({ value }) => value, width: '10rem', phone: 'left' },
  {
    key: 'at',
    header: texts.columns.at,
    cell: ({ at, createdAt }) => (
      <>
        <span className="wrap-anywhere">{sentTimeText(at)}</span>
        <span className="block text-muted text-small">{texts.arrived(formatDateTime(createdAt))}</span>
      </>
    ),
    width: '15rem',
    phone: 'left',
  },
  { key: 'reason', header: texts.columns.reason, cell: ({ code }) => texts.codes[code], phone: 'left' },
]
