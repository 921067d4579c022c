/** Marks of quarter-hours to compute, while their readings are being stored. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs, instantText } from '#server/clock.ts'
import { countWaiting } from '#server/testing/count-waiting.ts'
import { openPushingSite, slotsOfChannel } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { slotMs, slotOf } from './channel-slots.rules.ts'
import { noteDueSlots } from './due-slot.commands.ts'
import { rollUp } from './slot.commands.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await openTestApp('postgres')
})
afterAll(() => portal.close())

async function someoneWaitsForALock(): Promise<void> {
  let waiting = 0
  while (waiting === 0) waiting = await countWaiting(portal.runtime.db)
}

it('an existing mark is not used up before its readings are visible', async () => {
  const { push, channels } = await openPushingSite(portal)
  const number = channels[0]?.number ?? 0
  const from = slotOf(portal.clock.now().getTime()) - hourMs
  const minute = (index: number) => from + index * 60_000
  const at = (index: number) => instantText(new Date(minute(index)))
  await push(Array.from({ length: 15 }, (_, index) => ({ channel: 'grid', at: at(index), value: 600 })))

  const [stored, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const storing = portal.runtime.db.transaction().execute(async trx => {
    await trx
      .updateTable('energy_reading')
      .set({ value_millionths: 1_200_000_000 })
      .where('channel_number', '=', number)
      .execute()
    await noteDueSlots(trx, [{ channel_number: number, at_ms: from }])
    stored.resolve()
    await seen.promise
  })
  await stored.promise
  const rolling = rollUp(portal.runtime)
  await Promise.race([rolling, someoneWaitsForALock()])
  seen.resolve()
  await Promise.all([storing, rolling])
  await rollUp(portal.runtime)
  const [slot] = await slotsOfChannel(portal, number)
  expect(slot).toMatchObject({ at_ms: from, mwh: (1_200 * 1_000 * slotMs) / hourMs })
})
