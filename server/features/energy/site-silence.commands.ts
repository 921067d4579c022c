import { portalItself } from '#server/auth/actor.ts'
import { instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { silentAfterMs } from './alarm.rules.ts'

/** Marks the sites whose last reading is too old; one that is heard meanwhile is not marked. */
export async function noticeSilentSites(runtime: Runtime): Promise<void> {
  await inTransaction(runtime, async trx => {
    const silent = await trx
      .updateTable('energy_site')
      .set({ state: 'silent' })
      .where('state', '=', 'ok')
      .where('last_reading_at', '<', instantText(plusMs(runtime.clock.now(), -silentAfterMs)))
      .returning('id')
      .execute()
    for (const { id } of silent) await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'energy_site', id })
  })
}
