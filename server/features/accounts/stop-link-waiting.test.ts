import { describe, expect, it } from 'vitest'
import { dayMs } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { openRecoveryDesk } from '#server/testing/recovery-desk.ts'

describe.each(engines)('stop links of the current address on %s', engine => {
  const { desk, use, read, stopLinks, ask, linksOf, addPasskey } = openRecoveryDesk(engine)

  it('wait while an earlier address can stop changes, and end when another one is set or a stop happens', async () => {
    await use(await ask(desk.own.fresh, desk.own.kim))
    const warned = async () => {
      await addPasskey(await desk.portal.loginAs(desk.own.kim.user))
      return desk.mailboxes.of(desk.own.fresh).find(({ kind }) => kind === 'second_factor_changed')?.token
    }
    const waiting = await warned()
    desk.portal.clock.advance(20 * dayMs)
    expect(await warned()).toBe(waiting)
    // A request for a third address gives the first one another thirty days.
    const third = await ask(`drei-${desk.own.fresh}`, await desk.portal.loginAs(desk.own.kim.user))
    desk.portal.clock.advance(15 * dayMs)
    expect((await read(waiting)).statusCode).toBe(409)
    expect((await read(stopLinks()[0])).json()).toMatchObject({ email: desk.own.old })
    desk.portal.clock.advance(15 * dayMs)
    expect((await read(waiting)).json()).toMatchObject({ kind: 'factor_stop', email: desk.own.fresh })
    desk.portal.clock.advance(30 * dayMs)
    expect((await read(waiting)).statusCode).toBe(409)
    expect((await use(third)).statusCode).toBe(409)

    // The next thief changes it again: pending links end with the address.
    await use(await ask(`vier-${desk.own.fresh}`, await desk.portal.loginAs(desk.own.kim.user)))
    await addPasskey(await desk.portal.loginAs(desk.own.kim.user))
    expect(await linksOf(desk.own.kim.user.id)).toContainEqual(
      expect.objectContaining({ stop_email: `vier-${desk.own.fresh}` }),
    )
    await use(await ask(`fuenf-${desk.own.fresh}`, await desk.portal.loginAs(desk.own.kim.user)))
    const left = (await linksOf(desk.own.kim.user.id)).map(({ stop_email }) => stop_email)
    expect(left).not.toContain(`vier-${desk.own.fresh}`)
  })
})
