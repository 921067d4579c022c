/** Writes that land late, or for a host name that is gone, on a real PowerDNS. */
import { describe, expect, test } from 'vitest'
import { dayMs, instantText, minuteMs } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { holdDns } from '#server/testing/held-dns.ts'
import { dig, powerDnsKey } from '#server/testing/name-servers.ts'
import { reconcileDueDomains } from './dns-reconciliation.commands.ts'

describe.each(engines)('on %s', engine => {
  const dns = holdDns(engine)
  const { later, addRouter, loginKim } = dns
  const call = async (myip: string) => (await dns.call(myip)).text

  test('an old write that lands after the second look is found by the daily one', async () => {
    const { id } = await addRouter()
    const held = dns.proxy.holdNext('request')
    const first = call('9.9.9.1')
    await held.arrived
    expect(await first).toBe('911')
    dns.portal.clock.advance(minuteMs)
    expect(await call('9.9.9.2')).toBe('good 9.9.9.2')
    await later(5_000)
    await later(75_000)
    expect(await dns.desk.rowOf(id)).toMatchObject({ state: 'current' })
    await held.release()
    expect(await dns.desk.shown('home')).toEqual(['9.9.9.1'])
    await later(dayMs + minuteMs)
    await later(5_000)
    expect(await dns.desk.shown('home')).toEqual(['9.9.9.2'])
    expect(await dns.desk.rowOf(id)).toMatchObject({ state: 'current', value: '9.9.9.2', found_values: '[]' })
  })

  test('an old write of an address that was reported days ago is one of ours, too', async () => {
    const { id } = await addRouter()
    await call('9.9.9.1')
    for (const pause of [5_000, 75_000, dayMs + minuteMs, dayMs + minuteMs]) await later(pause)
    const held = dns.proxy.holdNext('request')
    expect((await (await loginKim()).patch(`/api/backend/dns-hostnames/${id}/`, { ttl: 600 })).statusCode).toBe(200)
    const job = reconcileDueDomains(dns.portal.runtime)
    await held.arrived
    await job
    dns.portal.clock.advance(minuteMs)
    expect(await call('9.9.9.2')).toBe('good 9.9.9.2')
    await held.release()
    expect(await dns.desk.shown('home')).toEqual(['9.9.9.1'])
    for (const pause of [5_000, 10_000, 45_000, 75_000, 75_000]) await later(pause)
    expect(await dns.desk.shown('home')).toEqual(['9.9.9.2'])
    expect(await dns.desk.rowOf(id)).toMatchObject({ state: 'current', value: '9.9.9.2', found_values: '[]' })
  })

  test('a host name that is deleted while it is written keeps no other from its write', async () => {
    const { id } = await addRouter()
    const nas = await dns.desk.addHostname('nas', 'A', {
      value: '9.9.9.7',
      next_attempt_at: instantText(dns.portal.clock.now()),
    })
    const held = dns.proxy.holdNext('request')
    const answer = call('9.9.9.1')
    await held.arrived
    expect((await (await loginKim()).delete(`/api/backend/dns-hostnames/${id}/`)).statusCode).toBe(204)
    await held.release()
    await answer
    expect(await dns.desk.rowOf(nas.id)).toMatchObject({ state: 'published', written_value: '9.9.9.7' })
  })

  test('a record is not removed while an unanswered write may still land', async () => {
    const { id } = await addRouter()
    const held = dns.proxy.holdNext('request')
    const answer = call('9.9.9.1')
    await held.arrived
    expect(await answer).toBe('911')
    // The newer address is accepted; the older write is still on its way.
    dns.portal.clock.advance(minuteMs)
    expect(await call('9.9.9.2')).toBe('good 9.9.9.2')
    const kim = await loginKim()
    const url = `/api/backend/dns-hostnames/${id}/?record=remove`
    const refused = await kim.delete(url)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'dns_hostname.record_stays'])
    await held.release()
    dns.portal.clock.advance(20_000)
    expect((await kim.delete(url)).statusCode).toBe(204)
    expect(await dns.desk.shown('home')).toEqual([])
  })

  test('the consent to overwrite values does not go with a domain to another zone', async () => {
    const { id } = await addRouter()
    await dns.desk.writeBehind('home', ['8.8.8.8', '8.8.4.4'])
    expect(await call('9.9.9.1')).toBe('911')
    const kim = await loginKim()
    await dns.desk.setKey('widerrufen')
    expect((await kim.post(`/api/backend/dns-hostnames/${id}/overwrite/`, {})).statusCode).toBe(200)
    const domain = await dns.pdns.addZone()
    const set = { name: `home.${domain}.`, type: 'A', ttl: 300, changetype: 'REPLACE' }
    const records = ['7.7.7.7', '7.7.7.8'].map(content => ({ content, disabled: false }))
    const written = await fetch(`${dns.pdns.api}/api/v1/servers/localhost/zones/${domain}.`, {
      method: 'PATCH',
      headers: { 'x-api-key': powerDnsKey },
      body: JSON.stringify({ rrsets: [{ ...set, records }] }),
    })
    expect(written.status).toBe(204)
    const url = `/api/backend/dns-domains/${dns.desk.domainId}/`
    const moved = await kim.patch(url, { domain, options: { server: dns.pdns.api } })
    expect(moved.statusCode, moved.body).toBe(200)
    expect((await kim.put(`${url}api-key/`, { apiKey: powerDnsKey })).statusCode).toBe(200)
    await later(0)
    expect(await dig(dns.pdns.port, `home.${domain}`, 'A')).toEqual(['7.7.7.7', '7.7.7.8'])
    expect(await dns.desk.rowOf(id)).toMatchObject({ state: 'differs', found_values: '["7.7.7.7","7.7.7.8"]' })
  })
})
