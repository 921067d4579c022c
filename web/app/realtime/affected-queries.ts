/** For every noun of the realtime events: the query keys that show its rows, and the field that names a row. */
import type { QueryKey } from '@tanstack/react-query'
import type { RealtimeNoun } from '#contract/events.ts'

export type NounRow = {
  /** Prefixes of the keys of all queries whose results contain such rows. */
  readonly keys: readonly QueryKey[]
  /** The field that names a row; without it the announcement names none. */
  readonly nameField?: string
}

/** The audit log contains every change. */
const everywhere: readonly QueryKey[] = [['auditLog']]

/** Covers both portals: invalidating an inactive query costs nothing. */
export const nounRows: Readonly<Record<RealtimeNoun, NounRow>> = {
  backup: { keys: [...everywhere, ['backups']] },
  business_profile: { keys: [...everywhere, ['businessProfile'], ['invoices', 'numberSeries']] },
  customer: {
    keys: [
      ...everywhere,
      ['customers'],
      ['tickets'],
      ['invoices'],
      ['requests'],
      ['services'],
      ['users'],
      ['userSettings'],
      ['privacy'],
    ],
    nameField: 'displayName',
  },
  customer_link: { keys: [...everywhere, ['customer-links']], nameField: 'label' },
  dns_domain: { keys: [...everywhere, ['dns'], ['userSettings', 'access']], nameField: 'domain' },
  dns_endpoint: { keys: [...everywhere, ['dns'], ['userSettings', 'access']], nameField: 'name' },
  dns_hostname: { keys: [...everywhere, ['dns'], ['userSettings', 'access']], nameField: 'fullName' },
  energy_channel: { keys: [...everywhere, ['energy'], ['userSettings', 'access']], nameField: 'name' },
  energy_site: { keys: [...everywhere, ['energy'], ['userSettings', 'access']], nameField: 'name' },
  energy_tariff: { keys: [...everywhere, ['energy'], ['userSettings', 'access']], nameField: 'name' },
  energy_storage: { keys: [...everywhere, ['energy'], ['userSettings', 'access']], nameField: 'name' },
  faq: { keys: [...everywhere, ['faq']] },
  invoice: {
    keys: [...everywhere, ['invoices'], ['tickets'], ['customers'], ['statistics']],
    nameField: 'number',
  },
  job: { keys: [...everywhere, ['failedJobs'], ['outbox']] },
  login_policy: { keys: [...everywhere, ['loginPolicy']] },
  message: { keys: [...everywhere, ['messages']], nameField: 'name' },
  newsletter: { keys: [...everywhere, ['newsletters']], nameField: 'subject' },
  outbox_mail: { keys: [...everywhere, ['outbox'], ['messages']], nameField: 'subject' },
  request: { keys: [...everywhere, ['requests'], ['tickets'], ['customers']], nameField: 'number' },
  service: { keys: [...everywhere, ['services']], nameField: 'name' },
  service_collection: { keys: [...everywhere, ['services']], nameField: 'name' },
  service_credential: {
    keys: [...everywhere, ['services', 'credentials'], ['userSettings', 'access']],
    nameField: 'label',
  },
  ticket: {
    keys: [...everywhere, ['tickets'], ['timers'], ['customers'], ['requests'], ['invoices'], ['statistics']],
    nameField: 'number',
  },
  ticket_entry: {
    keys: [...everywhere, ['tickets'], ['timers'], ['customers'], ['invoices', 'billable'], ['statistics']],
    nameField: 'name',
  },
  user: {
    keys: [...everywhere, ['users'], ['customers'], ['accounts'], ['userSettings']],
    nameField: 'username',
  },
}
