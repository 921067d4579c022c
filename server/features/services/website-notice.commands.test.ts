import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, instantText } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import {
  expiresAt,
  openWatchedWebsites,
  trustCertificate,
  type WatchedWebsites,
} from '#server/testing/watched-websites.ts'
import { checkDueWebsites } from './website-check.commands.ts'

trustCertificate()

describe.each(engines)('the checks of websites on %s', engine => {
  let watched: WatchedWebsites
  beforeEach(async () => {
    watched = await openWatchedWebsites(engine)
  })
  afterEach(() => watched.close())

  it('report a website down at the second failure, and mail customer and business once', async () => {
    const { id } = await watched.build()
    watched.target.status = 503
    const failingSince = instantText(watched.portal.clock.now())
    await checkDueWebsites(watched.runtime)
    expect(await watched.read(id)).toMatchObject({
      state: 'unknown',
      failuresInRow: 1,
      downSince: null,
      lastCheck: { error: 'status', statusCode: 503 },
    })
    expect(await watched.mails()).toEqual([])

    await watched.afterMinutes(2)
    expect(await watched.read(id)).toMatchObject({ state: 'problem', failuresInRow: 2, downSince: failingSince })
    await watched.afterMinutes(10)
    await watched.afterMinutes(10)
    expect((await watched.read(id)).failuresInRow).toBe(4)
    const mails = await watched.mails()
    expect(mails.map(({ kind, recipient, subject }) => [kind, recipient, subject]).sort()).toEqual([
      ['website_down', 'chef@musterwerk.example', 'Website nicht erreichbar: Hofladen'],
      ['website_down', 'hof@gut.example', 'Website nicht erreichbar: Hofladen'],
    ])
    const [toCustomer] = mails.filter(({ recipient }) => recipient === 'hof@gut.example')
    expect(toCustomer?.text).toContain(
      'Ihre Website „Hofladen“ ist seit dem 10. März 2026 um 10:00 Uhr nicht erreichbar.',
    )
    expect(toCustomer?.text).toContain('Grund: Der Server meldet einen Fehler (Status 503).')
    expect(toCustomer?.text).toContain(`http://portal.example.org/customer-portal/service/${id}`)
    const [toBusiness] = mails.filter(({ recipient }) => recipient !== 'hof@gut.example')
    expect(toBusiness?.text).toContain('die Website „Hofladen“ von Hofgut ist seit dem')
    expect(toBusiness?.text).toContain(`http://portal.example.org/admin-portal/service/${id}`)
  })

  it('report it as back at the first answer, and mail that once', async () => {
    const { id } = await watched.build()
    watched.target.status = null
    await checkDueWebsites(watched.runtime)
    await watched.afterMinutes(2)
    expect((await watched.read(id)).lastCheck).toMatchObject({ error: 'refused', statusCode: null, responseMs: null })
    watched.target.status = 200
    await watched.afterMinutes(10)
    expect(await watched.read(id)).toMatchObject({ state: 'ok', failuresInRow: 0, downSince: null })
    await watched.afterMinutes(10)
    const mails = (await watched.mails()).filter(({ kind }) => kind === 'website_up')
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(['chef@musterwerk.example', 'hof@gut.example'])
    expect(mails[0]?.subject).toBe('Website wieder erreichbar: Hofladen')
    const { outages } = (await (await watched.fresh()).get(`${watched.path(id)}history/`)).json()
    expect(outages).toEqual([
      {
        startedAt: '2026-03-10T09:00:00.000Z',
        endedAt: '2026-03-10T09:12:00.000Z',
        error: 'refused',
        statusCode: null,
      },
    ])
  })

  it('mail nobody for a single hiccup, and the customer not where notifications are off', async () => {
    const quiet = await watched.build({ customer: { is_notified: 0 } })
    watched.target.status = 500
    await checkDueWebsites(watched.runtime)
    watched.target.status = 200
    await watched.afterMinutes(2)
    expect(await watched.mails()).toEqual([])
    expect((await watched.read(quiet.id)).state).toBe('ok')
    watched.target.status = 500
    await watched.afterMinutes(10)
    await watched.afterMinutes(10)
    expect((await watched.mails()).map(({ recipient }) => recipient)).toEqual(['chef@musterwerk.example'])
  })

  it('warn of a certificate 14 days before its end, once for each certificate', async () => {
    const { id } = await watched.build({ url: watched.secure.url })
    watched.portal.clock.advance(expiresAt.getTime() - 31 * dayMs - watched.portal.clock.now().getTime())
    await checkDueWebsites(watched.runtime)
    expect(await watched.mails()).toEqual([])
    expect((await watched.read(id)).isCertificateExpiring).toBe(false)
    watched.portal.clock.advance(17 * dayMs - 1)
    await checkDueWebsites(watched.runtime)
    expect((await watched.read(id)).isCertificateExpiring).toBe(true)
    expect(await watched.mails()).toEqual([])
    await watched.afterMinutes(10)
    await watched.afterMinutes(10)
    const mails = await watched.mails()
    expect(mails.map(({ kind, recipient }) => [kind, recipient]).sort()).toEqual([
      ['certificate_expiring', 'chef@musterwerk.example'],
      ['certificate_expiring', 'hof@gut.example'],
    ])
    expect(mails.find(({ recipient }) => recipient === 'hof@gut.example')?.text).toContain(
      'das Zertifikat Ihrer Website „Hofladen“ läuft am 1. Mai 2099 um 14:00 Uhr ab.',
    )
    await watched.runtime.db
      .updateTable('website_service')
      .set({ certificate_warned_for: '2099-02-01T00:00:00.000Z' })
      .where('service_id', '=', id)
      .execute()
    await watched.afterMinutes(10)
    expect(await watched.mails()).toHaveLength(2)
  })

  it('do not notify the customer about an address that the portal may not call', async () => {
    const { id } = await watched.build({ url: 'http://192.168.178.1/' })
    await checkDueWebsites(watched.runtime)
    await watched.afterMinutes(2)
    expect((await watched.read(id)).state).toBe('problem')
    const [mail, ...others] = await watched.mails()
    expect([mail?.recipient, others]).toEqual(['chef@musterwerk.example', []])
    expect(mail?.text).toContain('Die Adresse führt in ein privates Netz')
  })
})
