import type { WebsiteOutage } from '#contract/website-services.ts'
import { DataTable } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { nowMs } from '#web/lib/browser/browser-clock.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { checkErrorText } from './service.labels.ts'
import { lengthText } from './uptime-days.ts'

/** The outages of a website: time, duration and cause. */
export function OutageTable({ outages }: { outages: readonly WebsiteOutage[] }) {
  return (
    <DataTable
      label={texts.outages}
      columns={columns}
      rows={outages}
      rowKey={outage => outage.startedAt}
      rowName={outage => formatDateTime(outage.startedAt)}
      empty={null}
    />
  )
}

const texts = serviceTexts.history

const columns: readonly TableColumn<WebsiteOutage>[] = [
  {
    key: 'from',
    header: texts.outageFrom,
    cell: outage => formatDateTime(outage.startedAt),
    width: '12rem',
    phone: 'title',
  },
  {
    key: 'to',
    header: texts.outageTo,
    cell: outage => (outage.endedAt ? formatDateTime(outage.endedAt) : texts.ongoing),
    width: '12rem',
    phone: 'left',
    phoneLabel: texts.outageTo,
  },
  {
    key: 'length',
    header: texts.outageLength,
    cell: outage => lengthText(outage.startedAt, outage.endedAt ?? new Date(nowMs()).toISOString()),
    width: '8rem',
    phone: 'left',
    phoneLabel: texts.outageLength,
  },
  {
    key: 'reason',
    header: texts.outageReason,
    cell: outage => (
      <span className="text-label">
        {checkErrorText({ at: outage.startedAt, responseMs: null, error: outage.error, statusCode: outage.statusCode })}
      </span>
    ),
    phone: 'left',
  },
]
