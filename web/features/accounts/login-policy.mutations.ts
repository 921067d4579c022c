import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type LoginPolicy, loginPolicies } from '#contract/login-policy.ts'
import { call } from '#web/lib/api/api-client.ts'
import { loginPolicyQuery } from './login-policy.query-options.ts'

export function useChangeLoginPolicy() {
  const client = useQueryClient()
  const { queryKey } = loginPolicyQuery()
  return useMutation({
    mutationFn: ({ adminsNeedSecondFactor, revision }: LoginPolicy) =>
      call(loginPolicies.update, { body: { adminsNeedSecondFactor }, revision }),
    onSuccess: policy => client.setQueryData(queryKey, policy),
    // Refused because somebody else was first: shown as it is now.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
