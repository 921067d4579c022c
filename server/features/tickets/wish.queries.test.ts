import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, minuteMs } from '#server/clock.ts'
import { notificationJobs } from '#server/features/notifications/notification.jobs.ts'
import { runNextJob } from '#server/jobs/loop.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildEntry, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const business = 'post@musterwerk.example'
const path = '/api/backend/ticket-entries/'

describe.each(engines)('a wish of a customer on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let kim: LoggedInClient
  let ticket: { id: string; number: string; customer_id: string }
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
    const profile = JSON.stringify({ companyName: 'Musterwerk', email: business })
    await portal.runtime.db.insertInto('business_profile').values({ profile, created_at: '', updated_at: '' }).execute()
    const own = await buildCustomer(portal.runtime, { company: 'Musterwerk' })
    admin = await portal.loginAs(await buildUser(portal.runtime, { role: 'admin', customerId: own.id }))
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    for (const table of ['notification', 'outbox_mail', 'job', 'throttle', 'ticket_entry'] as const) {
      await portal.runtime.db.deleteFrom(table).execute()
    }
    await setOwn({ is_notified: 1, notified_when: 'immediately' })
    const customer = await buildCustomer(portal.runtime, { kind: 'business', company: 'Bäckerei Krümel', email: '' })
    kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    admin = await portal.loginAs(admin.user)
    ticket = await buildTicket(portal.runtime, { customer_id: customer.id, name: 'Heizung' })
  })

  const setOwn = (values: { is_notified: 0 | 1; notified_when: 'immediately' | 'daily' }) =>
    portal.runtime.db.updateTable('customer').set(values).where('company', '=', 'Musterwerk').execute()
  const wish = async (name: string, more = {}) => {
    portal.clock.advance(1_000)
    const answer = await kim.post(path, { ticketId: ticket.id, name, ...more })
    expect(answer.statusCode).toBe(201)
    return answer.json().id as string
  }
  const later = async (ms = 10 * minuteMs) => {
    portal.clock.advance(ms)
    while (await runNextJob(portal.runtime, notificationJobs));
  }
  const mails = () =>
    portal.runtime.db.selectFrom('outbox_mail').selectAll().where('recipient', '=', business).orderBy('id').execute()
  const waiting = async () => {
    const { count, results } = (await admin.get('/api/backend/open-wishes/')).json()
    expect(count).toBe(results.length)
    return results
  }

  it('is notified to the business by one mail for a burst, in its final state', async () => {
    const first = await wish('Thermosta')
    await wish('Zeitschaltuhr', { description: 'Für die Nacht' })
    const wrong = await wish('Versehen')
    await kim.patch(`${path}${first}/`, { name: 'Thermostat' })
    await kim.delete(`${path}${wrong}/`)
    expect(await mails()).toEqual([])
    await later()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'ticket_wish', subject: `Neue Wünsche zum Ticket ${ticket.number} Heizung` })
    expect(mail?.text).toContain('Bäckerei Krümel hat im Ticket „Heizung“')
    expect(mail?.text).toContain('Wunsch: Thermostat')
    expect(mail?.text).toContain('> Für die Nacht')
    expect(mail?.text).toContain(`https://portal.example.org/admin-portal/ticket/${ticket.id}`)
    expect(mail?.text).not.toContain('Versehen')
    expect(mail?.text).not.toContain('abmelden')
  })

  it('is mailed with the number of its ticket in the subject, with its own name where it is alone', async () => {
    await wish('Thermostat')
    await later()
    const subjects = (await mails()).map(({ subject }) => subject)
    expect(subjects).toEqual([`Neuer Wunsch zu ${ticket.number}: Thermostat`])
  })

  it('is mailed in the morning, or not at all, as the business has set for its own record', async () => {
    await setOwn({ is_notified: 1, notified_when: 'daily' })
    await wish('Morgens')
    await later()
    expect(await mails()).toEqual([])
    await later(dayMs)
    expect(await mails()).toHaveLength(1)
    await setOwn({ is_notified: 0, notified_when: 'immediately' })
    kim = await portal.loginAs(kim.user)
    await wish('Still')
    await later()
    expect(await mails()).toHaveLength(1)
    admin = await portal.loginAs(admin.user)
    expect((await waiting()).map(({ name }: { name: string }) => name)).toEqual(['Still', 'Morgens'])
  })

  it('becomes twenty mails a day at most, and one that there are more', async () => {
    for (let at = 0; at < 25; at += 1) {
      await wish(`Nummer ${at}`)
      await later()
      kim = await portal.loginAs(kim.user)
    }
    const kinds = (await mails()).map(({ kind }) => kind)
    expect(kinds.filter(kind => kind === 'ticket_wish').length).toBeLessThanOrEqual(20)
    expect(kinds.filter(kind => kind === 'more_in_portal')).toHaveLength(1)
    admin = await portal.loginAs(admin.user)
    expect(await waiting()).toHaveLength(25)
  })

  it('stays on the admin’s home until it is begun, deleted, or its ticket is finished', async () => {
    const [begun, deleted, other] = [await wish('Begonnen'), await wish('Gelöscht'), await wish('Offen')]
    await admin.post(path, { ticketId: ticket.id, name: 'Eigener', type: 'wish' })
    expect(await waiting()).toMatchObject([
      { id: other },
      { id: deleted },
      {
        id: begun,
        name: 'Begonnen',
        ticket: { id: ticket.id, number: ticket.number, name: 'Heizung' },
        customer: { name: 'Bäckerei Krümel' },
      },
    ])
    await admin.patch(`${path}${begun}/`, { progress: 'inProgress' })
    await kim.delete(`${path}${deleted}/`)
    expect(await waiting()).toMatchObject([{ id: other }])
    await admin.patch(`/api/backend/tickets/${ticket.id}/`, { progress: 'finished', finishAnyway: true })
    expect(await waiting()).toEqual([])
    expect((await kim.get('/api/backend/open-wishes/')).json().code).toBe('role.forbidden')
  })

  it('is in the list of tickets exactly while it is on the admin’s home', async () => {
    const listed = async (client: LoggedInClient, query = '') => {
      const { count, results } = (await client.get(`/api/backend/tickets/?wishes=open${query}`)).json()
      expect(count).toBe(results.length)
      return results.map(({ id }: { id: string }) => id).sort()
    }
    const agrees = async (...expected: { id: string }[]) => {
      const ids = expected.map(({ id }) => id).sort()
      const named = new Set((await waiting()).map((one: { ticket: { id: string } }) => one.ticket.id))
      expect([await listed(admin), [...named].sort()]).toEqual([ids, ids])
    }
    const own = await buildTicket(portal.runtime, { customer_id: ticket.customer_id, name: 'Solaranlage' })
    const foreign = await buildTicket(portal.runtime, { name: 'Fremdes' })
    await buildEntry(portal.runtime, { ticket_id: foreign.id, type: 'wish', created_by: 'customer' })
    const wishes = await Promise.all([
      wish('Thermostat'),
      wish('Zeitschaltuhr'),
      wish('Zähler', { ticketId: own.id }),
      admin.post(path, { ticketId: own.id, name: 'Eigener', type: 'wish' }),
    ])
    await agrees(ticket, own, foreign)
    expect(await listed(kim)).toEqual([ticket.id, own.id].sort())
    expect(await listed(admin, `&customer=${ticket.customer_id}`)).toEqual([ticket.id, own.id].sort())
    expect(await listed(admin, '&search=solaranlage')).toEqual([own.id])
    expect(await listed(admin, '&progress=inProgress')).toEqual([])

    await admin.patch(`${path}${wishes[0]}/`, { progress: 'inProgress' })
    await agrees(ticket, own, foreign)
    await kim.delete(`${path}${wishes[1]}/`)
    await agrees(own, foreign)
    await admin.patch(`/api/backend/tickets/${own.id}/`, { progress: 'finished', finishAnyway: true })
    await agrees(foreign)
  })
})
