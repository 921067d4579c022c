import { queryOptions } from '@tanstack/react-query'
import { settings } from '#contract/business-profile.ts'
import { call } from '#web/lib/api/api-client.ts'

/** The whole business profile, with what only its admin may see. */
export function businessProfileQuery() {
  return queryOptions({
    queryKey: ['businessProfile'],
    queryFn: ({ signal }) => call(settings.profile, { signal }),
  })
}

/** The profile as it is now, past every cache: to settle a conflict. */
export function getLatestProfile() {
  return call(settings.profile)
}
