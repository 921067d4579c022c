import { fullHostname } from '#contract/dns-fields.ts'
import type { Connection } from '#server/context.ts'

/** Host names whose whole name or customer is not that of their domain. */
export async function checkDnsNames(connection: Connection): Promise<{ fullName: string }[]> {
  const rows = await connection
    .selectFrom('dns_hostname')
    .innerJoin('dns_domain', 'dns_domain.id', 'dns_hostname.domain_id')
    .select(['dns_hostname.name', 'dns_hostname.full_name', 'dns_hostname.customer_id'])
    .select(['dns_domain.domain', 'dns_domain.customer_id as domain_customer_id'])
    .execute()
  return rows
    .filter(row => row.full_name !== fullHostname(row.name, row.domain) || row.customer_id !== row.domain_customer_id)
    .map(row => ({ fullName: row.full_name }))
}
