import { queryOptions } from '@tanstack/react-query'
import { settings } from '#contract/business-profile.ts'
import { call } from '#web/lib/api/api-client.ts'

/** The whole business profile, including the fields only admins may see. */
export function businessProfileQuery() {
  return queryOptions({
    queryKey: ['businessProfile'],
    queryFn: ({ signal }) => call(settings.profile, { signal }),
  })
}

/** Fetches the current profile, bypassing every cache, to resolve a conflict. */
export function getLatestProfile() {
  return call(settings.profile)
}
