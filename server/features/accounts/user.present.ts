import type { User } from '#contract/users.ts'
import type { Actor } from '#server/auth/actor.ts'
import { userPermissionsOf } from './user.policy.ts'
import type { UserRow } from './user.queries.ts'

export function presentUser(actor: Actor, row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    customerId: row.customer_id,
    isActive: row.is_active === 1,
    hasPassword: row.password_hash !== null,
    secondFactor: row.second_factor,
    lastLoginAt: row.last_login_at,
    invitedAt: row.invited_at,
    permissions: userPermissionsOf(actor, row),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
