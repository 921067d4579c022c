import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type LoginPolicy, loginPolicies } from '#contract/login-policy.ts'
import { call } from '#web/lib/api/api-client.ts'
import { loginPolicyQuery } from './login-policy.query-options.ts'

/** Changes whether admins need a second factor. */
export function useChangeLoginPolicy() {
  const client = useQueryClient()
  const { queryKey } = loginPolicyQuery()
  return useMutation({
    mutationFn: ({ adminsNeedSecondFactor, revision }: LoginPolicy) =>
      call(loginPolicies.update, { body: { adminsNeedSecondFactor }, revision }),
    onSuccess: policy => client.setQueryData(queryKey, policy),
    // A refusal means that another admin was faster: refetches the current state.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
