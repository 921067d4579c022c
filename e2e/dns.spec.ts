/** A router keeps host names right: an endpoint made in the browser, real ddclient and inadyn, a real PowerDNS, `dig`. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { dnsFailureTexts } from '#contract/texts/dns-failures.texts.ts'
import { findDnsPrograms } from '#server/testing/dns-programs.ts'
import { dig, powerDnsKey, startPowerDns } from '#server/testing/name-servers.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { expectAccessible } from './axe.ts'
import { createRow } from './create-row.ts'
import { test as base, expect } from './journey.ts'
import { open } from './visit.ts'

const run = promisify(execFile)
let pdns: Awaited<ReturnType<typeof startPowerDns>>
let folder: string

beforeAll(async () => {
  pdns = await startPowerDns()
  folder = mkdtempSync(join(tmpdir(), 'routers-'))
})
afterAll(async () => {
  await pdns?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const test = base.extend('portalOptions', { scope: 'file' }, async () => ({
  environment: { OUTGOING_ALLOW: `127.0.0.1:${pdns.port}, ${new URL(pdns.api).host}` },
}))

const pathOf = (view = '') => `/customer-portal/dns-updater${view && `?view=${view}`}`

/** Opens the form of the view and returns its drawer. */
async function openForm(page: Page, view: string, button: string) {
  await open(page, pathOf(view))
  await page.getByRole('button', { name: button }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  return drawer
}

async function addHostname(page: Page, zone: string, name: string, type: 'A' | 'AAAA' = 'A'): Promise<void> {
  const { hostnames } = dnsTexts
  const drawer = await openForm(page, '', hostnames.create)
  await drawer.getByRole('combobox', { name: hostnames.domain }).fill(zone)
  await page.getByRole('option', { name: zone }).click()
  await drawer.getByRole('textbox', { name: hostnames.name }).fill(name)
  await drawer.getByRole('combobox', { name: hostnames.type }).selectOption(type)
  await drawer.getByRole('button', { name: hostnames.create }).click()
  await expect(drawer).toBeHidden()
}

test('a customer without a domain is led to it first', async ({ newCustomer: page }) => {
  await open(page, '/customer-portal/dns-updater')
  await page.getByRole('link', { name: 'Zu den Domains' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible()
})

test('the host names of a router follow ddclient and inadyn', async ({ customer: page, portal }) => {
  const zone = await pdns.addZone()
  const { domains, endpoints, states } = dnsTexts

  const domain = await openForm(page, 'domains', domains.create)
  await domain.getByRole('textbox', { name: domains.domain }).fill(zone)
  await domain.getByRole('combobox', { name: domains.type }).selectOption('powerdns')
  await domain.getByRole('textbox', { name: domains.server.powerdns }).fill(pdns.api)
  await domain.getByRole('textbox', { name: domains.apiKey }).fill(powerDnsKey)
  await domain.getByRole('button', { name: domains.addNameServer }).click()
  await domain.getByRole('textbox', { name: domains.nameServer(1) }).fill(`127.0.0.1:${pdns.port}`)
  await expectAccessible(page, 'the form of a domain')
  await domain.getByRole('button', { name: domains.create }).click()
  await expect(domain).toBeHidden()
  await page.getByRole('link', { name: zone }).click()
  await page.getByRole('dialog').getByRole('button', { name: domains.check }).click()
  await expect(
    page.getByRole('region', { name: domains.lastCheck }).getByText(`ja: 127.0.0.1:${pdns.port}`),
  ).toBeVisible()

  await addHostname(page, zone, 'home')
  await addHostname(page, zone, 'nas')
  await addHostname(page, zone, 'home', 'AAAA')

  const endpoint = await openForm(page, 'endpoints', endpoints.create)
  await endpoint.getByRole('textbox', { name: endpoints.name, exact: true }).fill('Prüfstand')
  await endpoint.getByRole('combobox', { name: endpoints.router }).selectOption('ddclient')
  for (const [name, type] of [
    ['home', 'A'],
    ['nas', 'A'],
    ['home', 'AAAA'],
  ]) {
    await endpoint.getByRole('combobox', { name: endpoints.addHostname }).fill(`${name}.${zone}`)
    await page.getByRole('option', { name: `${name}.${zone} (${type})` }).click()
  }
  await endpoint.getByRole('combobox', { name: endpoints.device }).selectOption('Router im Büro')
  await endpoint.getByRole('button', { name: endpoints.create }).click()
  await expect(endpoint).toBeHidden()
  await page.getByRole('link', { name: 'Prüfstand' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: endpoints.makeToken }).click()
  await expect(drawer.getByText(endpoints.tokenTitle)).toBeVisible()
  await expectAccessible(page, 'an endpoint with its token')
  const recipe = await drawer.getByRole('region', { name: endpoints.recipe }).textContent()
  const [, login = ''] = /login=(\S+)/.exec(recipe ?? '') ?? []
  const [, token = ''] = /password='([^']+)'/.exec(recipe ?? '') ?? []
  expect(token).toMatch(/^[a-z0-9]{32}$/)
  portal.secrets.add(token)

  await runDdclient({ origin: portal.origin, login, token, names: [`home.${zone}`, `nas.${zone}`], address: '9.9.9.9' })
  expect(await dig(pdns.port, `home.${zone}`, 'A')).toEqual(['9.9.9.9'])
  expect(await dig(pdns.port, `nas.${zone}`, 'A')).toEqual(['9.9.9.9'])
  // IPv6 needs a separate run.
  await runDdclient({ origin: portal.origin, login, token, names: [`home.${zone}`], address: '2620:fe::fe' })
  expect(await dig(pdns.port, `home.${zone}`, 'AAAA')).toEqual(['2620:fe::fe'])
  await open(page, pathOf())
  const rows = page.getByRole('row').filter({ hasText: `home.${zone}` })
  await expect(rows).toHaveCount(2)
  await expect(rows.getByText(states.current)).toHaveCount(2)

  await runInadyn({ origin: portal.origin, login, token, names: [`nas.${zone}`], address: '9.9.9.10' })
  expect(await dig(pdns.port, `home.${zone}`, 'A')).toEqual(['9.9.9.9'])
  expect(await dig(pdns.port, `nas.${zone}`, 'A')).toEqual(['9.9.9.10'])
  await runInadyn({ origin: portal.origin, login, token, names: [`home.${zone}`], address: '2620:fe::9' })
  expect(await dig(pdns.port, `home.${zone}`, 'AAAA')).toEqual(['2620:fe::9'])
  expect(await dig(pdns.port, `home.${zone}`, 'A')).toEqual(['9.9.9.9'])
  await open(page, pathOf())
  await expect(page.getByRole('row').filter({ hasText: zone }).getByText(states.current)).toHaveCount(3)

  const { results } = await (await page.request.get('/api/backend/device-services/?search=Router')).json()
  const [device] = results.filter(({ name }: { name: string }) => name === 'Router im Büro')
  await open(page, `/customer-portal/service/${device.id}`)
  await expect(page.getByText('9.9.9.10')).toBeVisible()
})

test('an update on demand reports success, or why it failed', async ({ customer: page }) => {
  const { hostnames } = dnsTexts
  const zones = { [await pdns.addZone()]: powerDnsKey, [await pdns.addZone()]: 'ein-anderer-schluessel' }
  for (const [zone, apiKey] of Object.entries(zones)) {
    const { id: domainId } = await createRow(page, 'dns-domains', {
      domain: zone,
      type: 'powerdns',
      options: { server: pdns.api },
      nameServers: [`127.0.0.1:${pdns.port}`],
      apiKey,
    })
    await createRow(page, 'dns-hostnames', {
      hostname: 'nas',
      type: 'A',
      domainId,
      source: 'fixed',
      value: '9.9.9.9',
    })
    await open(page, pathOf())
    await page.getByRole('link', { name: `nas.${zone}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: hostnames.updateNow }).click()
    const isRight = apiKey === powerDnsKey
    const toast = page.locator('.toast', { hasText: isRight ? hostnames.updated : hostnames.updateFailed })
    await expect(toast).toBeVisible()
    if (!isRight) await expect(toast).toContainText(dnsFailureTexts.key)
    expect(await dig(pdns.port, `nas.${zone}`, 'A')).toEqual(isRight ? ['9.9.9.9'] : [])
  }
})

test('deleting a host name asks whether to delete its record, too', async ({ customer: page }) => {
  const zone = await pdns.addZone()
  const { hostnames, states } = dnsTexts
  const { id: domainId } = await createRow(page, 'dns-domains', {
    domain: zone,
    type: 'powerdns',
    options: { server: pdns.api },
    nameServers: [`127.0.0.1:${pdns.port}`],
    apiKey: powerDnsKey,
  })
  const names = ['bleibt', 'geht']
  for (const hostname of names) {
    await createRow(page, 'dns-hostnames', { hostname, type: 'A', domainId, source: 'fixed', value: '9.9.9.9' })
  }
  await open(page, pathOf())
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: `${name}.${zone}` })
  for (const name of names) {
    await expect(rowOf(name).getByText(states.current)).toBeVisible()
    expect(await dig(pdns.port, `${name}.${zone}`, 'A')).toEqual(['9.9.9.9'])
  }

  for (const name of names) {
    await page.getByRole('button', { name: `Aktionen für ${name}.${zone}` }).click()
    await page.getByRole('menuitem', { name: commonTexts.delete }).click()
    const question = page.getByRole('alertdialog', { name: hostnames.deleteQuestion(`${name}.${zone}`) })
    const removal = question.getByRole('checkbox', { name: hostnames.deleteRecord })
    await expect(removal).not.toBeChecked()
    if (name === 'geht') await removal.check()
    await question.getByRole('button', { name: hostnames.delete }).click()
    await expect(rowOf(name)).toHaveCount(0)
  }
  expect(await dig(pdns.port, `bleibt.${zone}`, 'A')).toEqual(['9.9.9.9'])
  expect(await dig(pdns.port, `geht.${zone}`, 'A')).toEqual([])
})

type Router = { origin: string; login: string; token: string; names: readonly string[]; address: string }

/** With `use=cmd`: a configured address would count as the one already set. */
async function runDdclient({ origin, login, token, names, address }: Router): Promise<void> {
  const { folder: tree, env } = findDnsPrograms()
  const [name = ''] = names
  const cache = join(folder, `ddclient-${name}-${address.includes(':') ? 6 : 4}.cache`)
  const file = join(folder, 'ddclient.conf')
  const lines = [
    'ssl=no',
    `use=cmd, cmd='echo ${address}'`,
    'protocol=dyndns2',
    `server=${new URL(origin).host}`,
    `login=${login}`,
    `password='${token}'`,
    names.join(','),
  ]
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  const options = ['-daemon=0', '-foreground', '-file', file, '-cache', cache]
  const { stdout } = await run('perl', [join(tree, 'usr/bin/ddclient'), ...options, '-verbose'], { env })
  for (const name of names) expect(stdout).toContain(`SUCCESS:  updating ${name}`)
}

async function runInadyn({ origin, login, token, names, address }: Router): Promise<void> {
  const { env } = findDnsPrograms()
  const file = join(folder, 'inadyn.conf')
  const lines = [
    'custom portal {',
    `  hostname = { ${names.map(name => `"${name}"`).join(', ')} }`,
    `  username = ${login}`,
    `  password = ${token}`,
    `  ddns-server = "${new URL(origin).host}"`,
    '  ddns-path = "/nic/update?hostname=%h&myip=%i"',
    '  ddns-response = { good, nochg }',
    '  ssl = false',
    `  checkip-command = "echo ${address}"`,
    '}',
  ]
  if (address.includes(':')) lines.unshift('allow-ipv6 = true')
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  await run('inadyn', ['-n', '-1', '-f', file, `--cache-dir=${folder}`, '-P', join(folder, 'inadyn.pid')], { env })
}
