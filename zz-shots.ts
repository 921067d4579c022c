import { launchBrowser } from '#e2e/browser.ts'
import { mkdirSync } from 'node:fs'
const [,, origin, dir, scheme='light', widthText='390', ...only] = process.argv
mkdirSync(dir!, {recursive:true})
const width=Number(widthText)
const browser = await launchBrowser()
const users = { 'demo-kunde': ['/customer-portal/home','/customer-portal/tickets-overview','/customer-portal/invoices-overview','/customer-portal/requests-overview','/customer-portal/services-overview','/user-settings'],
 'demo-admin': ['/admin-portal/home','/admin-portal/tickets-overview','/admin-portal/requests-overview','/admin-portal/customers-overview','/admin-portal/services-overview','/admin-portal/services-overview?kind=collections','/admin-portal/invoices-overview','/admin-portal/messages','/admin-portal/faq','/admin-portal/settings','/admin-portal/settings/users','/admin-portal/settings/newsletters','/admin-portal/settings/outbox','/admin-portal/settings/audit-log','/admin-portal/settings/backups'] }
for (const [user, list] of Object.entries(users)) {
  const context = await browser.newContext({ baseURL: origin!, locale:'de-DE', viewport:{width,height: width<600?844:900}, colorScheme: scheme as any, reducedMotion:'reduce' })
  await context.request.get('/api/auth/session/')
  const token = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const answer = await context.request.post('/api/auth/login/', { data: { username: user, password: 'Sonnenstrom-2026' }, headers: { 'X-CSRFToken': decodeURIComponent(token) } })
  console.log(answer.status())
  const page = await context.newPage()
  for (const path of list) {
    if (only.length && !only.some(o=>path.includes(o))) continue
    await page.goto(path); await page.locator('h1').first().waitFor(); await page.waitForTimeout(900)
    const rows = await page.evaluate(() => { const bar=(document.querySelector('.bottom-bar')?.getBoundingClientRect().top) ?? innerHeight; const r=[...document.querySelectorAll('main tbody tr, main .pick-list > li, main li')].map(e=>e.getBoundingClientRect()).find(b=>b.height>30 && b.top>100); return {bar, first: r && [Math.round(r.top), Math.round(r.bottom)]}})
    console.log(user, path, JSON.stringify(rows))
    await page.screenshot({ path: `${dir}/${scheme}-${width}-${path.replace(/[\/?=]/g,'_')}.png` })
  }
  await context.close()
}
await browser.close()
