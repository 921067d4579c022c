import type { LoginPolicy } from '#contract/login-policy.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'

const selectPolicy = prepared<Record<never, never>>()(db =>
  db.selectFrom('login_policy').select(['admins_need_second_factor', 'revision']),
)

/** The requirements for every login; at revision 0, before they are set, none. */
export async function getLoginPolicy(connection: Connection): Promise<LoginPolicy> {
  const [row] = await selectPolicy(connection, {})
  return { adminsNeedSecondFactor: row?.admins_need_second_factor === 1, revision: row?.revision ?? 0 }
}
