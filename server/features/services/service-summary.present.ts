import type { ServiceState, ServiceType } from '#contract/service-fields.ts'
import type { ServiceSummary } from '#contract/services.ts'
import type { CheckError } from '#contract/website-services.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import type { FoundSummary } from './service-summary.queries.ts'

export function presentServiceSummary({ counts, down, expiring, silent }: FoundSummary): ServiceSummary {
  const countOf = (type: ServiceType, states: readonly (ServiceState | 'none')[]) =>
    counts.filter(row => row.type === type && states.includes(row.state)).reduce((sum, row) => sum + row.count, 0)
  const heard = countOf('application_service', ['ok', 'problem'])
  const silentCount = silent[0]?.total ?? 0
  return {
    devicesCount: countOf('device_service', ['none']),
    websites: {
      count: countOf('website_service', ['ok', 'problem', 'unknown', 'none']),
      okCount: countOf('website_service', ['ok']),
      problemCount: countOf('website_service', ['problem']),
      unknownCount: countOf('website_service', ['unknown']),
      unwatchedCount: countOf('website_service', ['none']),
    },
    applications: {
      count: countOf('application_service', ['ok', 'problem', 'unknown']),
      okCount: heard - silentCount,
      problemCount: silentCount,
      unknownCount: countOf('application_service', ['unknown']),
    },
    websitesDown: down.map(row => ({ ...named(row), since: row.at ?? '', error: errorOf(row.outcome) })),
    certificatesExpiringCount: expiring[0]?.total ?? 0,
    certificatesExpiring: expiring.map(row => ({ ...named(row), expiresAt: row.at ?? '' })),
    applicationsSilent: silent.map(row => ({ ...named(row), lastAlive: row.last_alive_at ?? '' })),
  }
}

function named(row: FoundSummary['expiring'][number]) {
  return { id: row.id, name: row.name, customer: { id: row.customer_id, name: displayNameOf(row) } }
}

/** A website that is down has failed its last check. */
function errorOf(outcome: 'ok' | CheckError | null): CheckError {
  return outcome === null || outcome === 'ok' ? 'refused' : outcome
}
