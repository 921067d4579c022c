import { queryOptions } from '@tanstack/react-query'
import { loginPolicies } from '#contract/login-policy.ts'
import { call } from '#web/lib/api/api-client.ts'

/** The requirements for every login. */
export function loginPolicyQuery() {
  return queryOptions({
    queryKey: ['loginPolicy'],
    queryFn: ({ signal }) => call(loginPolicies.get, { signal }),
  })
}
