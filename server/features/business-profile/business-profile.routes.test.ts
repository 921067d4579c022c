import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicBusinessProfile } from '#contract/business-profile.ts'
import { demoProfile } from '#demo/demo-profile.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { emptyProfile } from './business-profile.rules.ts'

const url = '/api/backend/business-profile/'
const adminUrl = '/api/backend/admin/business-profile/'

describe.each(engines)('the business profile on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  it('is empty before it is written', async () => {
    const answer = await portal.visitor().get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ companyName: '', homepage: emptyProfile.homepage })
    expect((await admin.get(adminUrl)).json()).toMatchObject({ ...emptyProfile, revision: 0 })
  })

  it('is replaced as a whole, with every field', async () => {
    const missing = await admin.put(url, { companyName: 'Nur der Name' })
    expect(missing.statusCode).toBe(422)
    expect(missing.json().errors.map((error: { field: string }) => error.field)).toContain('iban')
    expect((await admin.put(url, demoProfile)).json()).toMatchObject({ ...demoProfile, revision: 1 })
    expect((await admin.get(adminUrl)).json()).toMatchObject(demoProfile)
  })

  it('shows visitors and customers the public fields and no bank account', async () => {
    const kim = await portal.client('customer')
    for (const client of [portal.visitor(), kim, admin]) {
      const seen = (await client.get(url)).json()
      expect(Object.keys(seen).sort()).toEqual(Object.keys(publicBusinessProfile.shape).sort())
      expect(JSON.stringify(seen)).not.toContain(demoProfile.iban)
    }
    expect((await kim.get(adminUrl)).statusCode).toBe(403)
    expect((await kim.patch(url, { companyName: 'Gekapert' })).statusCode).toBe(403)
  })

  it('is changed in parts, seen at once, and audited with the names of the fields', async () => {
    expect((await admin.patch(url, { claim: 'Neu gedacht.', paymentDays: 7 })).json()).toMatchObject({
      claim: 'Neu gedacht.',
      paymentDays: 7,
      companyName: demoProfile.companyName,
      revision: 2,
    })
    expect((await portal.visitor().get(url)).json().claim).toBe('Neu gedacht.')
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('details')
      .where('action', '=', 'business_profile.updated')
      .orderBy('seq')
      .execute()
    expect(lines.at(-1)?.details).toBe('claim, paymentDays')
    await admin.patch(url, { claim: 'Neu gedacht.' })
    expect((await admin.get(adminUrl)).json().revision).toBe(2)
  })

  it('is not overwritten by somebody who saw an older state', async () => {
    const stale = await admin.patch(url, { claim: 'Zu spät' }, { headers: { 'if-match': '"1"' } })
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'stale'])
    const fresh = await admin.patch(url, { claim: 'Rechtzeitig' }, { headers: { 'if-match': '"2"' } })
    expect(fresh.statusCode).toBe(200)
  })
})
