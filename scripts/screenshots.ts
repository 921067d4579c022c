/** Takes the README's pictures from the demo: `npm run screenshots` writes docs/pictures/. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#e2e/browser.ts'
import { demoPassword } from '#e2e/secrets.ts'
import { type Portal, startPortal } from '#e2e/started-portal.ts'

type Shot = {
  file: string
  path: string
  username?: 'demo-admin' | 'demo-kunde'
  width: number
  height: number
  scheme?: 'light' | 'dark'
  /** An element to click before the picture, by its visible text. */
  follow?: string
}

const folder = join('docs', 'pictures')

const shots: readonly Shot[] = [
  { file: 'home.png', path: '/', width: 1280, height: 800 },
  { file: 'home-dark.png', path: '/', width: 1280, height: 800, scheme: 'dark' },
  { file: 'home-phone.png', path: '/', width: 390, height: 844 },
  { file: 'tickets.png', path: '/customer-portal/tickets-overview', username: 'demo-kunde', width: 1280, height: 900 },
  {
    file: 'tickets-phone.png',
    path: '/customer-portal/tickets-overview',
    username: 'demo-kunde',
    width: 390,
    height: 844,
  },
  {
    file: 'admin-tickets.png',
    path: '/admin-portal/tickets-overview',
    username: 'demo-admin',
    width: 1280,
    height: 900,
    scheme: 'dark',
  },
  {
    file: 'customer-home.png',
    path: '/customer-portal/home',
    username: 'demo-kunde',
    width: 1280,
    height: 900,
  },
  { file: 'admin-home.png', path: '/admin-portal/home', username: 'demo-admin', width: 1280, height: 900 },
  {
    file: 'services-phone.png',
    path: '/customer-portal/services-overview',
    username: 'demo-kunde',
    width: 390,
    height: 844,
  },
  { file: 'power-master.png', path: '/power-master', width: 1280, height: 800 },
]

const browser = await launchBrowser()
const portal = await startPortal()
mkdirSync(folder, { recursive: true })
try {
  for (const shot of shots) await take(browser, portal, shot)
} finally {
  await browser.close()
  await portal.stop()
}

async function take(window: Browser, { origin }: Portal, shot: Shot): Promise<void> {
  const context = await window.newContext({
    baseURL: origin,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: shot.width, height: shot.height },
    colorScheme: shot.scheme ?? 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (shot.username) await enter(page, shot.username)
  await page.goto(shot.path)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, shot.file) })
  await context.close()
}

async function enter(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL('**/*-portal/home')
}
