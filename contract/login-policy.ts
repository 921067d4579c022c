/** Requirements for every login. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'

const loginPolicyInput = z.strictObject({
  /** Until they have set one up, admins have a customer's access: their own record. */
  adminsNeedSecondFactor: z.boolean(),
})

export const loginPolicy = z.extend(z.object(loginPolicyInput.shape), { revision: z.int() })
export type LoginPolicy = z.output<typeof loginPolicy>

export const loginPolicies = defineEndpoints({
  get: {
    method: 'GET',
    path: '/api/backend/admin/login-policy/',
    access: 'admin',
    summary: 'Requirements for every login.',
    response: loginPolicy,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/admin/login-policy/',
    access: 'admin',
    summary: 'Change the requirements. To require a second factor of admins, one’s own must be on (409).',
    body: z.partial(loginPolicyInput),
    response: loginPolicy,
    conditional: true,
    stepUp: 'always',
  },
})
