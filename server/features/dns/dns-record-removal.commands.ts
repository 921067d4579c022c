import { AppError } from '#server/app-error.ts'
import type { Runtime } from '#server/context.ts'
import { ProviderError } from '#server/dns-providers/provider-error.ts'
import { accountOf, demandReachable, networkOf, providerOfDomain } from './dns-account.commands.ts'
import type { StoredHostname } from './dns-hostname.queries.ts'
import { asWriter } from './dns-reconciliation.commands.ts'
import { findStoredDomain } from './dns-reconciliation.queries.ts'

/**
 * Removes the record of a host name at the provider, as its only writer. 409 `dns_domain.no_key`, in the demo
 * `dns_domain.not_in_demo`, `dns_hostname.record_stays` where it is not removed.
 */
export async function removeRecord(runtime: Runtime, row: StoredHostname): Promise<void> {
  const domain = await findStoredDomain(runtime.db, row.domain_id)
  const account = domain && accountOf(runtime, domain)
  if (domain === undefined || account === undefined) throw new AppError('dns_domain.no_key')
  demandReachable(runtime, domain)
  const provider = providerOfDomain(domain)
  if (!provider.capabilities.canRemove) throw new AppError('dns_hostname.record_stays')
  const removal = { name: row.name, type: row.type, value: null, ttl: row.ttl }
  const isRemoved = await asWriter(runtime, domain.id, async () => {
    try {
      const [present] = provider.capabilities.canRead ? await provider.read(account, [removal], networkOf(runtime)) : []
      if (present?.values.length === 0) return true
      const expected = present && { expected: present.values }
      await provider.write(account, [{ ...removal, ...expected }], networkOf(runtime))
      return true
    } catch (error) {
      if (error instanceof ProviderError) return false
      throw error
    }
  })
  if (isRemoved !== true) throw new AppError('dns_hostname.record_stays')
}
