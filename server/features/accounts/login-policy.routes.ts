import { loginPolicies } from '#contract/login-policy.ts'
import { bind } from '#server/http/bind.ts'
import { changeLoginPolicy } from './login-policy.commands.ts'
import { getLoginPolicy } from './login-policy.queries.ts'

export const loginPolicyRoutes = bind('loginPolicies', loginPolicies, {
  get: ({ db }) => getLoginPolicy(db),
  update: (context, { body, revision }) => changeLoginPolicy(context, body, revision),
})
