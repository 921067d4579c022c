import { queryOptions } from '@tanstack/react-query'
import { loginPolicies } from '#contract/login-policy.ts'
import { call } from '#web/lib/api/api-client.ts'

/** What is asked of everybody who logs in. */
export function loginPolicyQuery() {
  return queryOptions({
    queryKey: ['loginPolicy'],
    queryFn: ({ signal }) => call(loginPolicies.get, { signal }),
  })
}
