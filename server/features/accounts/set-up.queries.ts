import type { Connection } from '#server/context.ts'

/** Whether nobody can log in yet because there is no user at all. */
export async function isSetUpRequired(connection: Connection): Promise<boolean> {
  const user = await connection.selectFrom('user_account').select('id').limit(1).executeTakeFirst()
  return user === undefined
}
