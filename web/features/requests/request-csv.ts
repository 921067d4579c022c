import type { Request } from '#contract/requests.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { priorityText, stateText } from './request.labels.ts'

const { csv } = requestTexts

/** CSV columns. */
export const requestCsv: readonly CsvColumn<Request>[] = [
  { header: csv.number, kind: 'text', value: request => request.number },
  { header: requestTexts.columns.request, kind: 'text', value: request => request.title },
  { header: csv.description, kind: 'text', value: request => request.description },
  { header: requestTexts.columns.customer, kind: 'text', value: request => request.customer.name },
  { header: requestTexts.columns.state, kind: 'text', value: request => stateText(request.state) },
  { header: requestTexts.columns.priority, kind: 'text', value: request => priorityText(request.priority) },
  { header: csv.ticket, kind: 'text', value: request => request.ticket?.number ?? '' },
  { header: csv.answer, kind: 'text', value: request => request.answer },
  { header: csv.answered, kind: 'date', value: request => request.answeredAt },
  { header: csv.attachments, kind: 'count', value: request => request.attachments.length },
  { header: requestTexts.columns.created, kind: 'date', value: request => request.createdAt },
  { header: requestTexts.columns.changed, kind: 'date', value: request => request.updatedAt },
]
