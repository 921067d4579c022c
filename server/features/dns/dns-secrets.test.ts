/** Key and token of the DNS updater stay in no log, event, answer, mail, export or backup. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runBackup } from '#server/backup/backup-run.ts'
import { unsealCopy } from '#server/backup/sealed-file.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { customerExportJobs } from '#server/features/privacy/customer-export.jobs.ts'
import { runNextJob } from '#server/jobs/loop.ts'
import { openBackedUpPortal } from '#server/testing/backed-up-portal.ts'
import { engines } from '#server/testing/engines.ts'
import { startPowerDns } from '#server/testing/name-servers.ts'
import { openStream } from '#server/testing/open-stream.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const key = 'Falscher-Schluessel-zum-Anbieter-4711'
const inQuery = 'u={user}&p={token}&hostname={hostnames}&myip={ipv4}'

test.each(engines)('key and token stay where they belong on %s', async engine => {
  const lines: string[] = []
  const files = await openBackedUpPortal(engine)
  const pdns = await startPowerDns()
  const zone = await pdns.addZone()
  const portal = await openTestApp(engine, {
    instanceOn: { ...files.database, url: files.url },
    keys: files.runtime.keys,
    isRelayed: true,
    env: {
      DATA_DIR: files.dataDir,
      OUTGOING_ALLOW: pdns.api.replace('http://', ''),
      ...(files.url !== null && { DATABASE_URL: files.url }),
    },
    onLog: line => lines.push(line),
  })
  const { runtime } = portal
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  try {
    const { profile } = await getProfile(runtime.db)
    await inTransaction(runtime, trx => storeProfile(trx, runtime, { ...profile, email: 'firma@example.org' }))
    const kim = await portal.client('customer')
    const stream = await openStream(portal.app, kim)
    const answers: string[] = []
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) => {
      const answer = await kim.send(method, `/api/backend/${path}`, body ? { body } : {})
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      answers.push(answer.body)
      return answer.json()
    }
    const options = { server: pdns.api }
    const domain = await call('POST', 'dns-domains/', { domain: zone, type: 'powerdns', options, apiKey: key })
    const hostname = await call('POST', 'dns-hostnames/', { hostname: 'home', type: 'A', domainId: domain.id })
    const endpoint = await call('POST', 'dns-endpoints/', {
      name: 'Router',
      hostnameIds: [hostname.id],
      requestTemplate: inQuery,
    })
    // Shown here, and never again.
    const made = await kim.post(`/api/backend/dns-endpoints/${endpoint.id}/token/`, {})
    const { userName, token } = made.json()
    const authorization = `Basic ${Buffer.from(`${userName}:${token}`).toString('base64')}`
    const router = async (query: string, headers: object = {}, form?: string) => {
      const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await portal.app.inject({
        method: form === undefined ? 'GET' : 'POST',
        url: `/nic/update?${query}`,
        headers: { ...headers, ...type, 'user-agent': `router ${token}` },
        ...(form !== undefined && { payload: form }),
      })
      answers.push(answer.body)
      return answer.body
    }
    expect(await router('myip=9.9.9.9', { authorization })).toBe('dnserr')
    expect(await router(`u=${userName}&p=${token}&myip=9.9.9.10`)).toBe('dnserr')
    expect(await router(`u=${userName}&p=${token}x&myip=9.9.9.10`)).toBe('badauth')
    expect(await router(`myip=${token}&hostname=${token}&note=${token}`, { authorization })).toBe('badip')
    expect(await router('', {}, `u=${userName}&p=${token}&myip=9.9.9.11`)).toBe('dnserr')
    // The former token still counts for a while.
    const { token: newToken } = (await kim.post(`/api/backend/dns-endpoints/${endpoint.id}/token/`, {})).json()
    expect(await router(`u=${userName}&p=${newToken}&note=${token}&myip=9.9.9.12`)).toBe('dnserr')
    await call('POST', `dns-domains/${domain.id}/check/`, {})
    await call('POST', `dns-hostnames/${hostname.id}/update/`, {})
    for (const path of [
      'dns-domains/',
      'dns-hostnames/',
      'dns-endpoints/',
      `dns-endpoints/${endpoint.id}/calls/`,
      `dns-hostnames/${hostname.id}/changes/`,
    ]) {
      await call('GET', path)
    }
    const exports = `customer/${kim.user.customerId}/exports/`
    await call('POST', exports)
    while (await runNextJob(runtime, customerExportJobs));
    const [ready] = (await call('GET', exports)).results
    const zip = new ZipReader(
      new Uint8ArrayReader((await kim.get(`/api/backend/${exports}${ready.id}/file/`)).rawPayload),
    )
    let packed = ''
    for (const entry of await zip.getEntries()) {
      if (!entry.directory) packed += await entry.getData(new TextWriter())
    }
    const events = JSON.stringify(await stream.until(({ data }) => data.noun === 'dns_endpoint'))
    await stream.close()

    const { file } = await runBackup(runtime, 'nightly')
    const copy = join(files.dataDir, 'copy')
    await unsealCopy(runtime.keys, file, copy)
    const rows = await Promise.all(
      (await runtime.db.introspection.getTables()).map(async ({ name }) =>
        JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(runtime.db)).rows),
      ),
    )
    const places = {
      log: lines.join(),
      answers: answers.join(),
      events,
      export: packed,
      rows: rows.join(),
      backup: readFileSync(copy, 'latin1'),
      sealed: readFileSync(file, 'latin1'),
    }
    // The proof reads the right rows.
    for (const place of ['answers', 'export', 'rows'] as const) expect(places[place], place).toContain(zone)
    expect(places.rows).toContain('dns_failing')
    const secrets = [key, token, newToken, authorization.slice('Basic '.length), Buffer.from(key).toString('base64')]
    const found = Object.entries(places).flatMap(([place, text]) =>
      secrets.filter(secret => text.includes(secret)).map(secret => `${place}: ${secret.slice(0, 4)}…`),
    )
    expect(found).toEqual([])
  } finally {
    await portal.close()
    await pdns.stop()
    await files.close()
  }
})
