import type { Services } from '#server/context.ts'

/** Whether what the database holds began as the demo business. */
export async function isDemoLoaded({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const line = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('action', '=', 'demo.loaded')
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}
