import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commonTexts } from '#web/texts/common.texts.ts'
import { realtimeTexts } from '#web/texts/realtime.texts.ts'
import { expectAccessible } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { phoneWidth, visit } from './visit.ts'

let browser: Browser
let portal: Portal

beforeAll(async () => {
  browser = await launchBrowser()
  portal = await startPortal()
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
})

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

test('a list and a ticket show changes by others, announce them and do not move', async () => {
  const customer = await visit(browser, portal, { as: 'demo-kunde' })
  const admin = await visit(browser, portal, { as: 'demo-admin' })
  const { page } = customer
  const ticket = await ownTicket(customer.context)

  await isLive(page, () => customer.open('/customer-portal/tickets-overview'))
  await page.getByRole('searchbox').first().focus()
  const name = `Wallbox im Hof ${Date.now()}`
  await send(admin.context, 'PATCH', `/api/backend/tickets/${ticket.id}/`, { name })
  const row = page.getByRole('row').filter({ hasText: name })
  await row.waitFor()
  await page.locator('tr[data-changed]', { hasText: name }).waitFor()
  await page
    .locator('[aria-live]', { hasText: realtimeTexts.updated('ticket', ticket.number) })
    .waitFor({ state: 'attached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  await expectAccessible(page, 'a row that was just changed')
  // The mark is temporary.
  await page.locator('tr[data-changed]').waitFor({ state: 'detached' })

  await admin.end()
  await customer.end()
})

test('input stays when another user changes the same entry, and saving shows both versions', async () => {
  const customer = await visit(browser, portal, { as: 'demo-kunde', expected: [/412/], width: phoneWidth })
  const admin = await visit(browser, portal, { as: 'demo-admin' })
  const { page } = customer
  const wish = `Zähler ablesen ${Date.now()}`
  const entry = await addEntry(customer.context, wish)

  await isLive(page, () => customer.open(`/customer-portal/ticket/${entry.ticketId}`))
  await page.getByRole('button', { name: `Aktionen für ${wish}` }).click()
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
  const drawer = page.getByRole('dialog', { name: 'Eintrag bearbeiten' })
  const field = drawer.getByLabel('Worum geht es?')
  await field.fill('Meine eigenen Worte')

  await send(admin.context, 'PATCH', `/api/backend/ticket-entries/${entry.id}/`, { name: 'Die Worte des Betriebs' })
  const look = drawer.getByRole('button', { name: commonTexts.newer.look })
  await look.waitFor()
  expect(await field.inputValue()).toBe('Meine eigenen Worte')
  await drawer.getByText('(von uns, um').waitFor()
  await expectAccessible(page, 'a form whose item was changed')

  await look.click()
  const versions = page.getByRole('dialog', { name: commonTexts.conflict.title })
  await versions.getByText('Die Worte des Betriebs').waitFor()
  await versions.getByText('Meine eigenen Worte').waitFor()
  expect(await versions.getByRole('button', { name: commonTexts.conflict.overwrite }).count()).toBe(0)
  await versions.getByRole('button', { name: commonTexts.keepEditing }).click()
  expect(await field.inputValue()).toBe('Meine eigenen Worte')

  await drawer.getByRole('button', { name: 'Eintrag speichern' }).click()
  await versions.getByText('Die Worte des Betriebs').waitFor()
  await versions.getByText('Meine eigenen Worte').waitFor()
  await versions.getByRole('button', { name: commonTexts.conflict.overwrite }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByText('Meine eigenen Worte').first().waitFor()
  await admin.end()
  await customer.end()
})

test('a form reports that its item was deleted', async () => {
  const customer = await visit(browser, portal, { as: 'demo-kunde', expected: [/404/] })
  const admin = await visit(browser, portal, { as: 'demo-admin' })
  const { page } = customer
  const wish = `Kabel verlegen ${Date.now()}`
  const entry = await addEntry(customer.context, wish)
  await isLive(page, () => customer.open(`/customer-portal/ticket/${entry.ticketId}`))
  await page.getByRole('button', { name: `Aktionen für ${wish}` }).click()
  await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
  const drawer = page.getByRole('dialog', { name: 'Eintrag bearbeiten' })
  await drawer.getByLabel('Worum geht es?').fill('Noch nicht gespeichert')
  await send(admin.context, 'DELETE', `/api/backend/ticket-entries/${entry.id}/`)
  await drawer.getByText(commonTexts.newer.deleted).waitFor()
  expect(await drawer.getByLabel('Worum geht es?').inputValue()).toBe('Noch nicht gespeichert')
  await admin.end()
  await customer.end()
})

test('several tabs share one stream, and when its owner closes another one takes over', async () => {
  const customer = await visit(browser, portal, { as: 'demo-kunde' })
  const admin = await visit(browser, portal, { as: 'demo-admin' })
  let streams = 0
  customer.context.on('request', request => {
    if (new URL(request.url()).pathname === '/api/events/') streams += 1
  })
  const path = '/customer-portal/tickets-overview'
  await isLive(customer.page, () => customer.open(path))
  const second = await customer.context.newPage()
  const loaded = second.waitForResponse(response => response.url().includes('realtime-updates'))
  await second.goto(path)
  await loaded

  const ticket = await ownTicket(customer.context)
  const rename = async (name: string) => {
    await send(admin.context, 'PATCH', `/api/backend/tickets/${ticket.id}/`, { name })
    await second.getByRole('row').filter({ hasText: name }).waitFor()
  }
  await rename(`In beiden Fenstern ${Date.now()}`)
  expect(streams).toBe(1)

  const taken = second.waitForResponse(response => new URL(response.url()).pathname === '/api/events/')
  await customer.page.close()
  await taken
  await rename(`Im zweiten Fenster ${Date.now()}`)
  expect(streams).toBe(2)
  await admin.end()
  await customer.end()
})

test('a long interruption shows a quiet notice, and missed changes appear when it ends', async () => {
  const restarted = await startPortal()
  const customer = await visit(browser, restarted, { as: 'demo-kunde', expected: [/ERR_/] })
  const { page, context } = customer
  await isLive(page, () => customer.open('/customer-portal/tickets-overview'))
  const ticket = await ownTicket(context)
  await restarted.halt()
  await page.getByText(realtimeTexts.noConnection).waitFor()
  await expectAccessible(page, 'without a live connection')

  await restarted.resume()
  const admin = await visit(browser, restarted, { as: 'demo-admin' })
  const name = `Nach dem Neustart ${Date.now()}`
  await send(admin.context, 'PATCH', `/api/backend/tickets/${ticket.id}/`, { name })
  await page.getByRole('row').filter({ hasText: name }).waitFor()
  await page.getByText(realtimeTexts.noConnection).waitFor({ state: 'detached' })
  await admin.end()
  await customer.end()
  await restarted.stop()
})

test('visitors have no stream', async () => {
  const visitor = await visit(browser, portal)
  const asked: string[] = []
  visitor.page.on('request', request => asked.push(new URL(request.url()).pathname))
  await visitor.open('/faq')
  await visitor.page.waitForLoadState('networkidle')
  expect(asked.filter(path => path.includes('realtime-updates') || path === '/api/events/')).toEqual([])
  await visitor.end()
})
