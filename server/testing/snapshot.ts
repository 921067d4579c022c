import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'

/** Every row of every table that a request may change, to show that nothing changed. */
export async function snapshotOf({ db }: Pick<Runtime, 'db'>): Promise<Record<string, unknown[]>> {
  const tables: (keyof Database)[] = [
    'business_logo',
    'business_profile',
    'customer',
    'customer_link',
    'user_account',
    'ticket',
    'ticket_entry',
    'work_span',
    'invoice',
    'energy_channel',
    'energy_command',
    'energy_override',
    'energy_site',
    'energy_storage',
    'energy_tariff',
    'service',
    'device_service',
    'website_service',
    'application_service',
    'service_collection',
    'service_credential',
    'dns_domain',
    'dns_hostname',
    'dns_endpoint',
    'dns_endpoint_hostname',
    'dns_call',
    'dns_change',
    'search_term',
    'faq',
    'file',
    'request',
    'request_attachment',
    'ticket_attachment',
    'message',
    'outbox_mail',
    'audit_entry',
  ]
  const snapshot: Record<string, unknown[]> = {}
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute()
    snapshot[table] = rows.map(row => JSON.stringify(row)).sort()
  }
  return snapshot
}
