/** What the portal asks of everybody who logs in. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'

const loginPolicyInput = z.strictObject({
  /** Until they have set one up, admins reach what a customer does: their own record. */
  adminsNeedSecondFactor: z.boolean(),
})

export const loginPolicy = z.extend(z.object(loginPolicyInput.shape), { revision: z.int() })
export type LoginPolicy = z.output<typeof loginPolicy>

export const loginPolicies = defineEndpoints({
  get: {
    method: 'GET',
    path: '/api/backend/admin/login-policy/',
    access: 'admin',
    summary: 'What the portal asks of everybody who logs in.',
    response: loginPolicy,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/admin/login-policy/',
    access: 'admin',
    summary: 'Change what is asked. To demand a second factor of admins, one’s own has to be on (409).',
    body: z.partial(loginPolicyInput),
    response: loginPolicy,
    conditional: true,
    stepUp: 'always',
  },
})
