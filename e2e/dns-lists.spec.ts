/** The DNS updater in both portals: pending work, search, live lists, and its forms by keyboard on a phone. */
import type { Page } from 'playwright-core'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { portalHomeTexts } from '#web/texts/portal-home.texts.ts'
import { searchTexts } from '#web/texts/search.texts.ts'
import { expectNoSidewaysScroll } from './axe.ts'
import { createRow } from './create-row.ts'
import { expect, test } from './journey.ts'
import { focusedName, tabTo } from './keyboard.ts'
import { open, phoneWidth } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const { hostnames, domains, endpoints, states } = dnsTexts
const customersPage = '/customer-portal/dns-updater'
const adminsPage = '/admin-portal/dns-overview'

test('the admin’s home names host names that differ or failed, and leads to them', async ({ admin: page }) => {
  await open(page, '/admin-portal/home')
  const card = page.getByRole('region', { name: portalHomeTexts.brokenHostnames, exact: true })
  await expect(card.getByRole('link', { name: /^shop\.weingut-groessl\.example \(A\)/ })).toContainText(states.differs)
  const failed = card.getByRole('link', { name: /^haus\.groessl-ferien\.example \(A\)/ })
  await expect(failed).toContainText('Größl')
  await expect(card.getByRole('link', { name: portalHomeTexts.allHostnames })).toBeVisible()
  await failed.click()
  await expect(page.getByRole('dialog', { name: 'haus.groessl-ferien.example (A)' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(adminsPage)
})

test('the demo states that it contacts nobody, before anything is pressed', async ({ customer, admin }) => {
  for (const [page, path] of [
    [customer, customersPage],
    [admin, adminsPage],
  ] as const) {
    for (const view of ['', '?view=domains', '?view=endpoints']) {
      await open(page, `${path}${view}`)
      await expect(page.getByText(dnsTexts.demo)).toBeVisible()
    }
  }
  await open(customer, customersPage)
  for (const state of Object.values(states)) {
    await expect(customer.getByRole('row').filter({ hasText: state })).not.toHaveCount(0)
  }
  await customer.getByRole('link', { name: 'heizung.weingut-groessl.example' }).click()
  await expect(customer.getByRole('dialog').getByText(dnsTexts.demo)).toBeVisible()
})

test('each list shows its own rows when one is chosen after another, and the choice keeps the focus', async ({
  customer,
  admin,
}) => {
  for (const [page, path] of [
    [customer, customersPage],
    [admin, adminsPage],
  ] as const) {
    await open(page, path)
    await waitUntilLoaded(page)
    for (const { title } of [domains, endpoints, hostnames, endpoints, domains, hostnames]) {
      const link = page
        .getByRole('navigation', { name: dnsTexts.views })
        .getByRole('link', { name: title, exact: true })
      await link.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('table', { name: title }).getByRole('link')).not.toHaveCount(0)
      await expect(link).toBeFocused()
    }
  }
})

test('the search finds host names and domains in both portals', async ({ admin, customer }) => {
  for (const [page, home, overview] of [
    [admin, '/admin-portal/home', adminsPage],
    [customer, '/customer-portal/home', customersPage],
  ] as const) {
    for (const [typed, name, option] of [
      ['shop.weingut', 'shop.weingut-groessl.example (A)', /^shop\./],
      ['groessl-ferien.example', 'groessl-ferien.example', /^groessl-ferien/],
    ] as const) {
      await open(page, home)
      await page.getByRole('button', { name: searchTexts.open }).click()
      await page.getByRole('combobox', { name: searchTexts.title }).fill(typed)
      await page.getByRole('option', { name: option }).click()
      await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(overview)
    }
  }
})

/** Opens the page and waits until it receives changes by others. */
async function openLive(page: Page, path: string): Promise<void> {
  const live = page.waitForResponse(response => new URL(response.url()).pathname === '/api/events/')
  await open(page, path)
  await live
}

test('the lists of customer and admin show changes by others', async ({ customer, admin }) => {
  const expectIn = async (view: string, name: string, make: () => Promise<unknown>) => {
    await Promise.all([openLive(customer, `${customersPage}${view}`), openLive(admin, `${adminsPage}${view}`)])
    await make()
    for (const page of [customer, admin]) {
      await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
    }
  }
  const domain = { domain: 'sofort.example', type: 'hetzner' }
  await expectIn('?view=domains', domain.domain, () => createRow(customer, 'dns-domains', domain))
  await expectIn('?view=endpoints', 'Sofort', () => createRow(customer, 'dns-endpoints', { name: 'Sofort' }))
  const { results } = await (await customer.request.get('/api/backend/dns-domains/?search=sofort')).json()
  const hostname = { hostname: 'neu', type: 'A', domainId: results[0].id }
  await expectIn('', 'neu.sofort.example', () => createRow(admin, 'dns-hostnames', hostname))
})

test('domain, host name and endpoint are created by keyboard on a phone', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', width: phoneWidth })
  const openForm = async (view: string, button: string) => {
    await open(page, `${customersPage}${view}`)
    await waitUntilLoaded(page)
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: button })
    await expect(form).toBeVisible()
    await expectNoSidewaysScroll(page, button)
    return form
  }
  const save = async (form: Awaited<ReturnType<typeof openForm>>, button: string) => {
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await expect(form).not.toBeAttached()
    await expect.poll(() => focusedName(page)).not.toBe('')
  }

  const domain = await openForm('?view=domains', domains.create)
  await expect.poll(() => focusedName(page)).toMatch(/^Domain/)
  await page.keyboard.type('tasten.example')
  await tabTo(page, domains.type)
  await page.keyboard.type('RFC')
  await tabTo(page, domains.server.rfc2136)
  await page.keyboard.type('ns1.tasten.example')
  await tabTo(page, domains.keyName)
  await page.keyboard.type('portal')
  await save(domain, domains.create)

  const hostname = await openForm('', hostnames.create)
  await expect.poll(() => focusedName(page)).toMatch(/^Domain/)
  await page.keyboard.type('tasten')
  await expect(page.getByRole('option', { name: 'tasten.example' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, hostnames.name)
  await page.keyboard.type('nas')
  await save(hostname, hostnames.create)

  const endpoint = await openForm('?view=endpoints', endpoints.create)
  await expect.poll(() => focusedName(page)).toMatch(/^Name/)
  await page.keyboard.type('Tastatur')
  await tabTo(page, endpoints.addHostname)
  await page.keyboard.type('nas.tasten')
  await expect(page.getByRole('option', { name: 'nas.tasten.example (A)' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(endpoint.getByRole('listitem').filter({ hasText: 'nas.tasten.example' })).toBeVisible()
  // The next name is searched in the same place.
  await expect.poll(() => focusedName(page)).toMatch(new RegExp(`^${endpoints.addHostname}`))
  await save(endpoint, endpoints.create)
  await expect(page.getByRole('link', { name: 'Tastatur' })).toBeVisible()
})
