import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAttachment, buildRequest } from '#server/testing/build-requests.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const requests = '/api/backend/requests/'
const tickets = '/api/backend/tickets/'

describe.each(engines)('the files of an accepted request on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let kim: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    kim = await portal.client('customer')
  })
  afterAll(() => portal.close())

  /** A request of Kim's with a file, accepted: the ids of all three. */
  async function accept(): Promise<{ requestId: string; ticketId: string; fileId: string }> {
    const request = await buildRequest(portal.runtime, { customer_id: kim.user.customerId ?? '' })
    const file = await buildAttachment(portal.runtime, request, { name: 'Zählerschrank.pdf' })
    const accepted = await admin.post(`${requests}${request.id}/acceptance/`, {})
    expect(accepted.statusCode).toBe(200)
    return { requestId: request.id, ticketId: accepted.json().ticketId, fileId: file.id }
  }
  const isStored = async (fileId: string) => {
    const { db } = portal.runtime
    const file = await db.selectFrom('file').select('id').where('id', '=', fileId).executeTakeFirst()
    return file !== undefined
  }
  const namesOf = async (ticketId: string, client = kim) => {
    const { attachments } = (await client.get(`${tickets}${ticketId}/`)).json()
    return attachments.map(({ name }: { name: string }) => name)
  }
  const remove = async (url: string) => expect((await admin.delete(url)).statusCode).toBe(204)

  it('are the ticket’s, too: shown, and served to its readers', async () => {
    const { ticketId, fileId } = await accept()
    expect(await namesOf(ticketId)).toEqual(['Zählerschrank.pdf'])
    const url = `${tickets}${ticketId}/attachments/${fileId}/`
    for (const client of [kim, admin]) {
      const answer = await client.get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/pdf')
    }
    const stranger = await portal.client('customer')
    expect((await stranger.get(url)).statusCode).toBe(404)
    const { results } = (await kim.get('/api/backend/audit-log/')).json()
    const actions = results.map(({ action }: { action: string }) => action)
    expect(actions.filter((action: string) => action === 'ticket.attachment_downloaded')).toHaveLength(1)
  })

  it('are reached only through their own ticket', async () => {
    const [mine, other] = [await accept(), await accept()]
    expect((await kim.get(`${tickets}${mine.ticketId}/attachments/${other.fileId}/`)).statusCode).toBe(404)
  })

  it('stay with the ticket when the request is deleted, and are deleted with the last of both', async () => {
    const { requestId, ticketId, fileId } = await accept()
    await remove(`${requests}${requestId}/`)
    expect(await namesOf(ticketId)).toEqual(['Zählerschrank.pdf'])
    expect(await isStored(fileId)).toBe(true)
    await remove(`${tickets}${ticketId}/`)
    expect(await isStored(fileId)).toBe(false)
  })

  it('stay with the request when the ticket is deleted', async () => {
    const { requestId, ticketId, fileId } = await accept()
    await remove(`${tickets}${ticketId}/`)
    expect((await kim.get(`${requests}${requestId}/attachments/${fileId}/`)).statusCode).toBe(200)
    await remove(`${requests}${requestId}/`)
    expect(await isStored(fileId)).toBe(false)
  })

  it('never follow a ticket to another customer', async () => {
    const { requestId, ticketId, fileId } = await accept()
    const other = await buildCustomer(portal.runtime)
    expect((await admin.patch(`${tickets}${ticketId}/`, { customerId: other.id })).statusCode).toBe(200)
    expect(await namesOf(ticketId, admin)).toEqual([])
    expect((await admin.get(`${tickets}${ticketId}/attachments/${fileId}/`)).statusCode).toBe(404)
    expect((await kim.get(`${requests}${requestId}/attachments/${fileId}/`)).statusCode).toBe(200)
  })
})
