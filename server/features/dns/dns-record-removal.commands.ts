import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#server/app-error.ts'
import { instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { ProviderError } from '#server/dns-providers/provider-error.ts'
import { accountOf, demandReachable, networkOf, providerOfDomain } from './dns-account.commands.ts'
import type { StoredHostname } from './dns-hostname.queries.ts'
import { asWriter } from './dns-reconciliation.commands.ts'
import { findStoredDomain, hasUnknownWrite } from './dns-reconciliation.queries.ts'
import { secondLookMs } from './dns-reconciliation.rules.ts'

/** Another writer of the domain is waited for. */
const waitMs = 8_000
const pollMs = 200

/**
 * Removes the record of a host name at the provider, as its only writer, then the row by `deleteRow`: nobody writes the
 * record again in between. 409 `dns_domain.no_key`, in the demo `dns_domain.not_in_demo`, `dns_hostname.record_stays`
 * where it is not removed, or a write that may still land is younger than the second look.
 */
export async function removeRecord(
  runtime: Runtime,
  row: StoredHostname,
  deleteRow: () => Promise<void>,
): Promise<void> {
  const domain = await findStoredDomain(runtime.db, row.domain_id)
  const account = domain && accountOf(runtime, domain)
  if (domain === undefined || account === undefined) throw new AppError('dns_domain.no_key')
  demandReachable(runtime, domain)
  const provider = providerOfDomain(domain)
  if (!provider.capabilities.canRemove) throw new AppError('dns_hostname.record_stays')
  const removal = { name: row.name, type: row.type, value: null, ttl: row.ttl }
  const remove = async () => {
    const [present] = provider.capabilities.canRead ? await provider.read(account, [removal], networkOf(runtime)) : []
    if (present?.values.length === 0) return
    const expected = present && { expected: present.values }
    await provider.write(account, [{ ...removal, ...expected }], networkOf(runtime))
  }
  const startedAt = performance.now()
  for (;;) {
    const isDone = await asWriter(runtime, domain.id, async () => {
      // A write without an answer could land after the removal, and nobody would see it.
      const since = instantText(plusMs(runtime.clock.now(), -secondLookMs))
      if (await hasUnknownWrite(runtime.db, row.id, since)) throw new AppError('dns_hostname.record_stays')
      await remove().catch(error => {
        throw error instanceof ProviderError ? new AppError('dns_hostname.record_stays') : error
      })
      await deleteRow()
      return true
    })
    if (isDone) return
    if (performance.now() - startedAt > waitMs) throw new AppError('dns_hostname.record_stays')
    await wait(pollMs)
  }
}
