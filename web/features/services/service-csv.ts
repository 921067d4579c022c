import type { Service } from '#contract/services.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { kindText, stateText } from './service.labels.ts'

const { columns, csv } = serviceTexts

/** CSV columns; values that a kind does not have stay empty. */
export const serviceCsv: readonly CsvColumn<Service>[] = [
  { header: columns.name, kind: 'text', value: service => service.name },
  { header: columns.kind, kind: 'text', value: service => kindText(service.type) },
  { header: columns.customer, kind: 'text', value: service => service.customer.name },
  { header: columns.collection, kind: 'text', value: service => service.collection?.name ?? '' },
  { header: columns.state, kind: 'text', value: stateText },
  { header: csv.lastHeard, kind: 'moment', value: lastHeard },
  { header: csv.addresses, kind: 'text', value: service => ('urls' in service ? service.urls.join(' ') : '') },
  { header: csv.localIp, kind: 'text', value: service => ('localIp' in service ? service.localIp : '') },
  { header: csv.externalIp, kind: 'text', value: service => ('externalIp' in service ? service.externalIp : '') },
  { header: csv.macAddress, kind: 'text', value: service => ('macAddress' in service ? service.macAddress : '') },
  {
    header: csv.certificate,
    kind: 'date',
    value: service => ('certificateExpiresAt' in service ? service.certificateExpiresAt : null),
  },
  { header: csv.version, kind: 'text', value: service => ('version' in service ? service.version : '') },
  { header: csv.description, kind: 'text', value: service => service.description },
  { header: columns.created, kind: 'date', value: service => service.createdAt },
]

/** The last check that reached the website, or the last heartbeat of an application. */
function lastHeard(service: Service): string | null {
  if (service.type === 'application_service') return service.lastAlive
  if (service.type !== 'website_service' || service.lastCheck?.error !== null) return null
  return service.lastCheck.at
}
