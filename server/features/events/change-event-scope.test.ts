/** Nobody is notified of another customer's rows: a rule over every noun, so a new one is covered. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RealtimeNoun, realtimeNouns } from '#contract/events.ts'
import { hourMs, instantText, plusMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildDomain, buildEndpoint, buildHostname } from '#server/testing/build-dns.ts'
import { buildChannel, buildSite, buildStorage, buildTariff } from '#server/testing/build-energy.ts'
import { buildRequest } from '#server/testing/build-requests.ts'
import { buildCollection, buildCredential, buildDevice } from '#server/testing/build-services.ts'
import {
  buildCustomer,
  buildCustomerLink,
  buildEntry,
  buildInvoice,
  buildMessage,
  buildTicket,
} from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type OpenStream, openStream } from '#server/testing/open-stream.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-runtime.ts'

/** Public nouns. */
const everybodys: readonly RealtimeNoun[] = ['business_profile', 'faq']
/** Nouns no customer can see. */
const businessOnly: readonly RealtimeNoun[] = ['backup', 'job', 'login_policy', 'message', 'newsletter', 'outbox_mail']

describe.each(engines)('the events of a session on %s', engine => {
  let portal: TestApp
  let owner: LoggedInClient
  let ids: Readonly<Record<RealtimeNoun, string>>
  let streams: Readonly<Record<'owner' | 'colleague' | 'stranger' | 'looking' | 'admin', OpenStream>>

  beforeAll(async () => {
    portal = await openTestApp(engine, { isRelayed: true })
    await portal.app.listen({ host: '127.0.0.1', port: 0 })
    const { runtime } = portal
    const customer = await buildCustomer(runtime)
    const customer_id = customer.id
    owner = await portal.loginAs(await buildUser(runtime, { customerId: customer_id }))
    const stranger = await portal.client('customer')
    const looking = await portal.client('admin')
    await runtime.db
      .updateTable('session')
      .set({
        as_customer_id: stranger.user.customerId,
        as_user_until: instantText(plusMs(runtime.clock.now(), hourMs)),
      })
      .where('user_id', '=', looking.user.id)
      .execute()
    const ticket = await buildTicket(runtime, { customer_id })
    const entry = await buildEntry(runtime, { ticket_id: ticket.id, progress: 'finished' })
    const service = await buildDevice(runtime, { customer_id })
    const site = await buildSite(runtime, { customer_id })
    ids = {
      backup: 'b',
      business_profile: '1',
      customer: customer_id,
      dns_domain: (await buildDomain(runtime, { customer_id })).id,
      dns_endpoint: (await buildEndpoint(runtime, { customer_id })).id,
      dns_hostname: (await buildHostname(runtime, { customer_id })).id,
      customer_link: (await buildCustomerLink(runtime, { customer_id })).id,
      energy_channel: (await buildChannel(runtime, { site_id: site.id })).id,
      energy_site: site.id,
      energy_storage: (await buildStorage(runtime, { site_id: site.id })).id,
      energy_tariff: (await buildTariff(runtime, { site_id: site.id })).id,
      faq: '',
      invoice: (await buildInvoice(runtime, [entry])).id,
      job: 'j',
      login_policy: '1',
      message: (await buildMessage(runtime)).id,
      newsletter: 'n',
      outbox_mail: 'm',
      request: (await buildRequest(runtime, { customer_id })).id,
      service: service.id,
      service_collection: (await buildCollection(runtime, { customer_id })).id,
      service_credential: (await buildCredential(runtime, { service_id: service.id })).id,
      ticket: ticket.id,
      ticket_entry: entry.id,
      user: owner.user.id,
    }
    const colleague = await portal.loginAs(await buildUser(runtime, { customerId: customer_id }))
    streams = {
      owner: await openStream(portal.app, owner),
      colleague: await openStream(portal.app, colleague),
      stranger: await openStream(portal.app, stranger),
      looking: await openStream(portal.app, looking),
      admin: await openStream(portal.app, await portal.client('admin')),
    }
    for (const stream of Object.values(streams)) expect(await stream.next()).toMatchObject({ name: 'ready' })
  })
  afterAll(async () => {
    for (const stream of Object.values(streams)) await stream.close()
    await portal.close()
  })

  /** Writes one change, and returns who was notified. A public change follows as a marker. */
  async function whoHears(noun: RealtimeNoun, id: string, lostBy?: string): Promise<string[]> {
    const context = testContext(portal.runtime)
    await inTransaction(portal.runtime, trx => noteChange(trx, context, { noun, id, lostBy }))
    await inTransaction(portal.runtime, trx =>
      noteChange(trx, context, { noun: 'faq', id: 'the last', lostBy: 'everybody' }),
    )
    const heard = await Promise.all(
      Object.entries(streams).map(async ([who, stream]) => {
        const events = await stream.until(({ data }) => data.id === 'the last')
        return events.some(({ data }) => data.noun === noun && data.id === id) ? [who] : []
      }),
    )
    return heard.flat()
  }

  test.each(realtimeNouns)('are those of rows the caller could read: %s', async noun => {
    const expected = everybodys.includes(noun)
      ? ['owner', 'colleague', 'stranger', 'looking', 'admin']
      : businessOnly.includes(noun)
        ? ['admin']
        : noun === 'user'
          ? ['owner', 'admin']
          : ['owner', 'colleague', 'admin']
    expect(await whoHears(noun, ids[noun])).toEqual(expected)
  })

  test('exclude drafts of invoices and passwords that are not shared', async () => {
    const { runtime } = portal
    const ticket = await buildTicket(runtime, { customer_id: owner.user.customerId ?? '' })
    const entry = await buildEntry(runtime, { ticket_id: ticket.id, progress: 'finished' })
    const draft = await buildInvoice(runtime, [entry], { state: 'draft', number: null })
    expect(await whoHears('invoice', draft.id)).toEqual(['admin'])

    const hidden = await buildCredential(runtime, { service_id: ids.service, is_shared: 0 })
    expect(await whoHears('service_credential', hidden.id)).toEqual(['admin'])
    // It was shared until now.
    expect(await whoHears('service_credential', hidden.id, owner.user.customerId ?? '')).toEqual([
      'owner',
      'colleague',
      'admin',
    ])
  })

  test('notify those who saw a row of its deletion', async () => {
    expect(await whoHears('faq', 'a draft')).toEqual(['admin'])
    expect(await whoHears('faq', 'published', 'everybody')).toHaveLength(5)
    expect(await whoHears('ticket', 'gone')).toEqual(['admin'])
    expect(await whoHears('ticket', 'gone', owner.user.customerId ?? '')).toEqual(['owner', 'colleague', 'admin'])
  })

  test('name the row, and nothing of its content', async () => {
    const context = testContext(portal.runtime)
    await inTransaction(portal.runtime, trx => noteChange(trx, context, { noun: 'ticket', id: ids.ticket }))
    const event = await streams.owner.next()
    expect(event).toEqual({
      name: 'change',
      id: expect.any(String),
      data: { noun: 'ticket', id: ids.ticket, customerId: owner.user.customerId, revision: 1, by: 'portal' },
    })
  })
})
