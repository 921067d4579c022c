import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newKeys } from '#server/keys.ts'
import { checkKeys } from '#server/secrets/canary.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

const url = '/api/backend/lost-keys/'

describe.each(engines)('missing keys on %s', engine => {
  let portal: TestApp
  beforeEach(async () => {
    portal = await openTestApp(engine)
  })
  afterEach(() => portal.close())

  it('are none while the keys file fits the database', async () => {
    await checkKeys(portal.runtime)
    expect((await (await portal.client('admin')).get(url)).json()).toEqual({ keyIds: [] })
  })

  it('are listed when the keys file was lost or belongs to another database', async () => {
    const before = newKeys()
    await checkKeys({ ...portal.runtime, keys: before })
    await checkKeys(portal.runtime)
    expect((await (await portal.client('admin')).get(url)).json()).toEqual({ keyIds: [before.activeId] })
  })

  it('are for admins', async () => {
    expect((await portal.visitor().get(url)).statusCode).toBe(401)
    expect((await (await portal.client('customer')).get(url)).statusCode).toBe(403)
  })
})
