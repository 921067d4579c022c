import type { Customer } from '#contract/customers.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatCountry } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { customerKindText } from './customer.labels.ts'

const { csv } = customerTexts

/** CSV columns. */
export const customerCsv = ({ label }: ShownPrices): readonly CsvColumn<Customer>[] => [
  { header: csv.number, kind: 'text', value: customer => customer.number },
  { header: csv.kind, kind: 'text', value: customer => customerKindText(customer.kind) },
  { header: csv.company, kind: 'text', value: customer => customer.company },
  { header: csv.firstName, kind: 'text', value: customer => customer.firstName },
  { header: csv.lastName, kind: 'text', value: customer => customer.lastName },
  { header: csv.street, kind: 'text', value: customer => customer.address.street },
  { header: csv.zip, kind: 'text', value: customer => customer.address.zip },
  { header: csv.city, kind: 'text', value: customer => customer.address.city },
  { header: csv.country, kind: 'text', value: customer => formatCountry(customer.address.country) },
  { header: csv.phone, kind: 'text', value: customer => customer.phone },
  { header: csv.email, kind: 'text', value: customer => customer.email },
  { header: csv.website, kind: 'text', value: customer => customer.website },
  { header: csv.vatId, kind: 'text', value: customer => customer.vatId },
  { header: csv.leitwegId, kind: 'text', value: customer => customer.leitwegId },
  { header: label(csv.hourlyRate, 'net'), kind: 'eur', value: customer => customer.hourlyRate },
  { header: customerTexts.columns.tickets, kind: 'count', value: customer => customer.ticketsCount },
  { header: customerTexts.columns.createdAt, kind: 'date', value: customer => customer.createdAt },
  { header: csv.note, kind: 'text', value: customer => customer.note ?? '' },
]
