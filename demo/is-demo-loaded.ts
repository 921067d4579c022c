import type { Runtime } from '#server/context.ts'

/** Whether the database was loaded as the demo business. */
export async function isDemoLoaded({ db }: Pick<Runtime, 'db'>): Promise<boolean> {
  const line = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('action', '=', 'demo.loaded')
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}
