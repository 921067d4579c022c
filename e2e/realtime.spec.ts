import type { BrowserContext, Page } from 'playwright-core'
import { commonTexts } from '#web/texts/common.texts.ts'
import { realtimeTexts } from '#web/texts/realtime.texts.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { demoPassword } from './secrets.ts'
import { open, phoneWidth } from './visit.ts'

/** Makes a call with the session of this context. */
async function send(context: BrowserContext, method: 'POST' | 'PATCH' | 'DELETE', path: string, data?: object) {
  const token = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const headers = { 'X-CSRFToken': decodeURIComponent(token) }
  const answer = await context.request.fetch(path, { method, headers, ...(data && { data }) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.status() === 204 ? undefined : answer.json()
}

/** Waits until the page receives changes by others. */
async function isLive(page: Page, open: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse(response => new URL(response.url()).pathname === '/api/events/')
  await open()
  expect((await answered).status()).toBe(200)
}

async function ownTicket(context: BrowserContext): Promise<{ id: string; number: string }> {
  const list = await (await context.request.get('/api/backend/tickets/?progress=inProgress')).json()
  return list.results[0]
}

async function addEntry(context: BrowserContext, name: string): Promise<{ id: string; ticketId: string }> {
  const { id } = await ownTicket(context)
  return send(context, 'POST', '/api/backend/ticket-entries/', {
    ticketId: id,
    name,
    description: '',
    type: 'maintenance',
  })
}

test('a list and a ticket show changes by others, announce them and do not move', async ({ customer: page, admin }) => {
  const ticket = await ownTicket(page.context())

  await isLive(page, () => open(page, '/customer-portal/tickets-overview'))
  await page.getByRole('searchbox').focus()
  const name = `Wallbox im Hof ${Date.now()}`
  await send(admin.context(), 'PATCH', `/api/backend/tickets/${ticket.id}/`, { name })
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toBeVisible()
  await expect(page.locator('tr[data-changed]', { hasText: name })).toBeVisible()
  await expect(page.locator('[aria-live]', { hasText: realtimeTexts.updated('ticket', ticket.number) })).toBeAttached()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  await expectAccessible(page, 'a row that was just changed')
  // The mark is temporary.
  await expect(page.locator('tr[data-changed]')).not.toBeAttached()
})

test('input stays when another user changes the same entry, and saving shows both versions', async ({
  visit,
  admin,
}) => {
  const page = await visit({ as: 'demo-kunde', expected: [/412/], width: phoneWidth })
  const wish = `Zähler ablesen ${Date.now()}`
  const entry = await addEntry(page.context(), wish)

  await isLive(page, () => open(page, `/customer-portal/ticket/${entry.ticketId}`))
  await page.getByRole('button', { name: `Aktionen für ${wish}` }).click()
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
  const drawer = page.getByRole('dialog', { name: 'Eintrag bearbeiten' })
  const field = drawer.getByLabel('Worum geht es?')
  await field.fill('Meine eigenen Worte')

  await send(admin.context(), 'PATCH', `/api/backend/ticket-entries/${entry.id}/`, { name: 'Die Worte des Betriebs' })
  const look = drawer.getByRole('button', { name: commonTexts.newer.look })
  await expect(look).toBeVisible()
  await expect(field).toHaveValue('Meine eigenen Worte')
  await expect(drawer.getByText('(von uns, um')).toBeVisible()
  await expectAccessible(page, 'a form whose item was changed')

  await look.click()
  const versions = page.getByRole('dialog', { name: commonTexts.conflict.title })
  await expect(versions.getByText('Die Worte des Betriebs')).toBeVisible()
  await expect(versions.getByText('Meine eigenen Worte')).toBeVisible()
  await expect(versions.getByRole('button', { name: commonTexts.conflict.overwrite })).toHaveCount(0)
  await versions.getByRole('button', { name: commonTexts.keepEditing }).click()
  await expect(field).toHaveValue('Meine eigenen Worte')

  await drawer.getByRole('button', { name: 'Eintrag speichern' }).click()
  await expect(versions.getByText('Die Worte des Betriebs')).toBeVisible()
  await expect(versions.getByText('Meine eigenen Worte')).toBeVisible()
  await versions.getByRole('button', { name: commonTexts.conflict.overwrite }).click()
  await expect(drawer).not.toBeAttached()
  await expect(page.getByRole('cell', { name: /^Meine eigenen Worte/ })).toBeVisible()
})

test('a form reports that its item was deleted', async ({ visit, admin }) => {
  const page = await visit({ as: 'demo-kunde', expected: [/404/] })
  const wish = `Kabel verlegen ${Date.now()}`
  const entry = await addEntry(page.context(), wish)
  await isLive(page, () => open(page, `/customer-portal/ticket/${entry.ticketId}`))
  await page.getByRole('button', { name: `Aktionen für ${wish}` }).click()
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
  const drawer = page.getByRole('dialog', { name: 'Eintrag bearbeiten' })
  await drawer.getByLabel('Worum geht es?').fill('Noch nicht gespeichert')
  await send(admin.context(), 'DELETE', `/api/backend/ticket-entries/${entry.id}/`)
  await expect(drawer.getByText(commonTexts.newer.deleted)).toBeVisible()
  await expect(drawer.getByLabel('Worum geht es?')).toHaveValue('Noch nicht gespeichert')
})

test('several tabs share one stream, and when its owner closes another one takes over', async ({ customer, admin }) => {
  let streams = 0
  customer.context().on('request', request => {
    if (new URL(request.url()).pathname === '/api/events/') streams += 1
  })
  const path = '/customer-portal/tickets-overview'
  await isLive(customer, () => open(customer, path))
  const second = await customer.context().newPage()
  const loaded = second.waitForResponse(response => response.url().includes('realtime-updates'))
  await second.goto(path)
  await loaded

  const ticket = await ownTicket(customer.context())
  const rename = async (name: string) => {
    await send(admin.context(), 'PATCH', `/api/backend/tickets/${ticket.id}/`, { name })
    await expect(second.getByRole('row').filter({ hasText: name })).toBeVisible()
  }
  await rename(`In beiden Fenstern ${Date.now()}`)
  expect(streams).toBe(1)

  const taken = second.waitForResponse(response => new URL(response.url()).pathname === '/api/events/')
  await customer.close()
  await taken
  await rename(`Im zweiten Fenster ${Date.now()}`)
  expect(streams).toBe(2)
})

test('a logout in one tab leads the others to the login, and their input is kept', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', expected: [/40[13]/] })
  const context = page.context()
  await isLive(page, () => open(page, '/customer-portal/requests-overview'))
  await page.getByRole('button', { name: 'Anfrage stellen' }).click()
  const text = page.getByRole('dialog', { name: 'Anfrage stellen' }).getByLabel('Beschreibung')
  await text.fill('Die Wallbox lädt nicht mehr.')
  const path = page.url().slice(new URL(page.url()).origin.length)
  const other = await context.newPage()
  await open(other, '/customer-portal/tickets-overview')
  await other.getByRole('button', { name: shellTexts.logOut }).click()
  await other.waitForURL(url => url.pathname === '/home' || url.pathname === '/')
  await page.waitForURL(url => url.pathname === '/accounts/login')
  expect(new URL(page.url()).searchParams.get('next')).toBe(path)
  await page.getByLabel('Benutzername').fill('demo-kunde')
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL(url => url.href.endsWith(path))
  await expect(text).toHaveValue('Die Wallbox lädt nicht mehr.')
})

test('a stream that a proxy refuses leads nowhere while the session lasts', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', expected: [/403/] })
  await page.route('**/api/events/**', route => route.fulfill({ status: 403, body: '' }))
  const checked = page.waitForResponse(
    response =>
      response.request().headers()['x-unattended'] === '1' && response.url().includes('/api/backend/tickets/'),
  )
  await open(page, '/customer-portal/tickets-overview')
  await checked
  await expect(page.getByText(realtimeTexts.noConnection)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/customer-portal/tickets-overview')
})

test('a long interruption shows a quiet notice, and missed changes appear when it ends', async ({ visit, portal }) => {
  // A stopping portal answers 503 to new requests.
  const page = await visit({ as: 'demo-kunde', expected: [/ERR_|503/] })
  await isLive(page, () => open(page, '/customer-portal/tickets-overview'))
  const ticket = await ownTicket(page.context())
  await portal.halt()
  await expect(page.getByText(realtimeTexts.noConnection)).toBeVisible()
  await expectAccessible(page, 'without a live connection')

  await portal.resume()
  const admin = await visit({ as: 'demo-admin' })
  const name = `Nach dem Neustart ${Date.now()}`
  await send(admin.context(), 'PATCH', `/api/backend/tickets/${ticket.id}/`, { name })
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await expect(page.getByText(realtimeTexts.noConnection)).not.toBeAttached()
})

test('visitors have no stream', async ({ guest: visitor }) => {
  const asked: string[] = []
  visitor.on('request', request => asked.push(new URL(request.url()).pathname))
  await open(visitor, '/faq')
  await visitor.waitForLoadState('networkidle')
  expect(asked.filter(path => path.includes('realtime-updates') || path === '/api/events/')).toEqual([])
})
