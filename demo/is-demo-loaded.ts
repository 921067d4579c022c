import type { Runtime } from '#server/context.ts'

/** Whether the database was loaded as the demo business; also where the load ended after its rows. */
export async function isDemoLoaded({ db }: Pick<Runtime, 'db'>): Promise<boolean> {
  const line = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('actor_user_id', 'is', null)
    .where('actor_name', '=', 'demo')
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}
