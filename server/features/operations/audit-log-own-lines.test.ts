import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildFile } from '#server/testing/build-files.ts'
import { buildAttachment, buildRequest } from '#server/testing/build-requests.ts'
import { buildCustomer, buildInvoice } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

const url = '/api/backend/audit-log/'

describe.each(engines)('a customer’s own part of the log on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  it('shows accesses and changes by the business, and nothing else', async () => {
    const customer = await buildCustomer(portal.runtime, { last_name: 'Lund' })
    const other = await buildCustomer(portal.runtime)
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    const parts = { role: 'admin', firstName: 'Anna', lastName: 'Chefin' } as const
    const admin = await portal.loginAs(await buildUser(portal.runtime, parts))
    for (const { id } of [customer, other]) {
      await admin.post('/api/auth/as-user/', { customerId: id, reason: 'nur für uns' })
      portal.clock.advance(minuteMs)
      await admin.delete('/api/auth/as-user/')
      portal.clock.advance(minuteMs)
      await admin.patch(`/api/backend/customer/${id}/`, { phone: '1234', note: 'nicht für Kunden' })
    }
    await kim.patch(`/api/backend/customer/${customer.id}/`, { phone: '5678' })

    const { count, results } = (await kim.get(url)).json()
    expect(count).toBe(3)
    expect(results).toMatchObject([
      { action: 'customer.updated', details: 'phone' },
      { action: 'as_user.ended', details: '' },
      { action: 'as_user.started', details: '' },
    ])
    for (const line of results) expect(line).toMatchObject({ actorName: 'Anna Chefin', address: '' })
    expect((await kim.get(`${url}?page=2&page_size=2`)).json()).toMatchObject({
      count: 3,
      results: [{ action: 'as_user.started' }],
    })
    expect((await kim.get(`${url}?subject=${other.id}`)).json().count).toBe(0)
    expect((await admin.get(url)).json().count).toBeGreaterThan(6)
    expect((await portal.visitor().get(url)).statusCode).toBe(401)
  })

  it('shows downloads of files and data, and nothing of a draft', async () => {
    const customer = await buildCustomer(portal.runtime)
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    const admin = await portal.loginAs(await buildUser(portal.runtime, { role: 'admin' }))
    const request = await buildRequest(portal.runtime, { customer_id: customer.id })
    const { id: fileId } = await buildAttachment(portal.runtime, request)
    const own = { customer_id: customer.id, state: 'attached' } as const
    const issued = { customer_id: customer.id, pdf_file_id: (await buildFile(portal.runtime, own)).id }
    const invoice = await buildInvoice(portal.runtime, [], { ...issued, gross_cents: 0 })
    const pdf_file_id = (await buildFile(portal.runtime, own)).id
    const draft = await buildInvoice(portal.runtime, [], { ...issued, state: 'draft', pdf_file_id })
    const urls = [
      `/api/backend/requests/${request.id}/attachments/${fileId}/`,
      `/api/backend/invoices/${invoice.id}/pdf/`,
      `/api/backend/invoices/${draft.id}/pdf/`,
    ]
    for (const file of urls) expect((await admin.get(file)).statusCode).toBe(200)
    for (const file of urls.slice(0, 2)) expect((await kim.get(file)).statusCode).toBe(200)
    expect((await admin.post(`/api/backend/customer/${customer.id}/exports/`)).statusCode).toBe(201)
    expect((await kim.get(url)).json().results).toMatchObject([
      { action: 'customer_export.asked', details: '' },
      { action: 'invoice.downloaded', details: invoice.number },
      { action: 'request.attachment_downloaded', details: request.number },
    ])
  })

  it('shows reveals of a shared password, and nothing of an internal one', async () => {
    const customer = await buildCustomer(portal.runtime)
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    const admin = await portal.loginAs(await buildUser(portal.runtime, { role: 'admin' }))
    const device = { customerId: customer.id, name: 'Router' }
    const { id: serviceId } = (await admin.post('/api/backend/device-services/', device)).json()
    for (const isShared of [true, false]) {
      const label = isShared ? 'Oberfläche' : 'Wartung'
      const credential = { serviceId, label, isShared, password: 'Sommer-im-Garten-7' }
      const { id } = (await admin.post('/api/backend/credentials/', credential)).json()
      expect((await admin.post(`/api/backend/credentials/${id}/reveal/`)).statusCode).toBe(200)
      if (isShared) expect((await kim.post(`/api/backend/credentials/${id}/reveal/`)).statusCode).toBe(200)
    }
    expect((await kim.get(url)).json()).toMatchObject({
      count: 1,
      results: [{ action: 'service_credential.revealed', details: 'Oberfläche', address: '' }],
    })
    expect((await kim.get(`${url}?action=service_credential.revealed`)).json().count).toBe(1)
    const stranger = await portal.loginAs(
      await buildUser(portal.runtime, { customerId: (await buildCustomer(portal.runtime)).id }),
    )
    expect((await stranger.get(url)).json().count).toBe(0)
  })

  it('shows the current names of customers and users, and none of deleted ones', async () => {
    const customer = await buildCustomer(portal.runtime, { company: 'Hofgut' })
    const parts = { customerId: customer.id, firstName: 'Kim', lastName: 'Lund' }
    const kim = await portal.loginAs(await buildUser(portal.runtime, parts))
    const admin = await portal.loginAs(await buildUser(portal.runtime, { role: 'admin' }))
    await kim.patch(`/api/backend/customer/${customer.id}/`, { phone: '5678' })
    await admin.post('/api/auth/as-user/', { customerId: customer.id })
    await admin.delete('/api/auth/as-user/')
    const line = async (action: string) =>
      (await admin.get(`${url}?subject=${customer.id}&action=${action}`)).json().results[0]
    expect(await line('customer.updated')).toMatchObject({ actorName: 'Kim Lund', isProgram: false })
    expect(await line('as_user.ended')).toMatchObject({ asCustomerName: 'Hofgut' })
    expect((await admin.delete(`/api/jfk-django-core/user/${kim.user.id}/`)).statusCode).toBe(204)
    expect(await line('customer.updated')).toMatchObject({ actorName: 'Gelöschter Benutzer', isProgram: false })
  })
})
