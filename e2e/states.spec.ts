/** The states a page takes while it is used: forms, errors, dialogs, menus, toasts. Accessible in each, light and dark. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './portal.ts'
import { deskWidth, logIn, phoneWidth, type Visit, visit } from './visit.ts'

const looks = [
  { width: phoneWidth, scheme: 'dark' },
  { width: deskWidth, scheme: 'light' },
  { width: deskWidth, scheme: 'dark' },
] as const

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

describe.each(looks)('at $width px, $scheme', look => {
  const expected = [/401|403|404|409|422|500|503|ERR_FAILED|Failed to load/]
  const start = async (username?: string): Promise<Visit> => {
    const window = await visit(browser, portal, { ...look, expected })
    if (username) await logIn(window.page, username)
    return window
  }

  test('contact and login with refused input, a failed login with its toast', async () => {
    const { page, open, end } = await start()
    await open('/contact')
    await page.getByRole('button', { name: /senden/i }).click()
    await page.getByText('E-Mail ist erforderlich!').first().waitFor()
    await check(page, 'contact refused')
    await open('/login')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByText('Passwort erforderlich!').first().waitFor()
    await check(page, 'login refused')
    await page.getByLabel('Benutzername').fill('niemand')
    await page.getByLabel('Passwort', { exact: true }).fill('falsches-wort')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('dialog', { name: 'Login Fehler' }).waitFor()
    await check(page, 'login failed')
    await end()
  })

  test('a customer’s list while loading, filtered empty, and failed', async () => {
    const { page, open, end } = await start('demo-kunde')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/backend/tickets/**', async route => {
      await held.promise
      await route.continue()
    })
    await open('/customer-portal/tickets-overview')
    await page.locator('[aria-busy=true]').first().waitFor()
    await check(page, 'list loading')
    held.resolve()
    await page.getByRole('table').getByRole('link').first().waitFor()
    await page.unroute('**/api/backend/tickets/**')
    await open('/customer-portal/tickets-overview?search=gibtesnicht')
    await page
      .getByRole('button', { name: 'Filter zurücksetzen' })
      .or(page.getByRole('link', { name: 'Filter zurücksetzen' }))
      .first()
      .waitFor()
    await check(page, 'list filtered empty')
    await page.route('**/api/backend/tickets/**', route => route.abort())
    await open('/customer-portal/tickets-overview')
    await page.getByText('Something went wrong.').first().waitFor()
    await page.getByRole('button', { name: 'Erneut versuchen' }).first().waitFor()
    await check(page, 'list failed')
    await end()
  })

  test('a ticket with its drawer, its toast and its question before a loss', async () => {
    const { page, open, end } = await start('demo-kunde')
    await open('/customer-portal/tickets-overview?progress=inProgress')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL('**/customer-portal/ticket/*')
    await page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await check(page, 'ticket')
    await page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().click()
    const drawer = page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
    await drawer.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
    await drawer.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
    await check(page, 'entry refused')
    const name = `Bitte prüfen ${look.width} ${look.scheme}`
    await drawer.getByLabel('Worum geht es?').fill(name)
    await drawer.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
    await drawer.waitFor({ state: 'detached' })
    await check(page, 'entry added, toast')
    await page.getByRole('button', { name: `Aktionen für ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Löschen' }).click()
    await page.getByRole('alertdialog').waitFor()
    await check(page, 'delete question')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click()
    await end()
  })

  test('a customer’s links: menu, refused form, toast, and a list that failed', async () => {
    const { page, open, end } = await start('demo-kunde')
    await page.getByRole('button', { name: 'Aktionen für Hausautomation' }).click()
    await page.getByRole('menuitem', { name: 'Nach oben' }).waitFor()
    await check(page, 'link menu')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Link hinzufügen' }).click()
    const form = page.getByRole('dialog', { name: 'Link hinzufügen' })
    await form.getByRole('button', { name: 'Link hinzufügen' }).click()
    await form.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
    await check(page, 'link refused')
    const label = `Router ${look.width} ${look.scheme}`
    await form.getByLabel('Bezeichnung').fill(label)
    await form.getByLabel('Adresse').fill('fritz.box')
    await form.getByRole('button', { name: 'Link hinzufügen' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Aktionen für ${label}` }).click()
    await page.getByRole('menuitem', { name: 'Löschen' }).click()
    await page.getByRole('button', { name: 'Rückgängig machen' }).waitFor()
    await check(page, 'link deleted, toast')
    await page.route('**/api/backend/customer-links/**', route => route.abort())
    await open('/customer-portal/home')
    await page.getByText('Fehler beim Abrufen der Links').waitFor()
    await check(page, 'links failed')
    await end()
  })

  test('a customer’s invoice, and a list of invoices that failed', async () => {
    const { page, open, end } = await start('demo-kunde')
    for (const filter of ['overdue=true', 'paid=paid']) {
      await open(`/customer-portal/invoices-overview?${filter}`)
      await page.getByRole('table').getByRole('link').first().click()
      await page.waitForURL('**/customer-portal/invoice/*')
      await page.waitForLoadState('networkidle')
      await check(page, `invoice, ${filter}`)
    }
    await open('/customer-portal/invoices-overview?search=gibtesnicht')
    await page.getByText('Keine Rechnungen passen zu dieser Auswahl.').waitFor()
    await check(page, 'invoices filtered empty')
    await page.route('**/api/backend/invoices/**', route => route.abort())
    await open('/customer-portal/invoices-overview')
    await page.getByText('Fehler beim Abrufen der Rechnungen').waitFor()
    await check(page, 'invoices failed')
    await end()
  })

  test('an admin’s drafts and invoices: refused, compared, asked about, paid', async () => {
    const { page, open, end } = await start('demo-admin')
    await open('/admin-portal/invoices-overview')
    await page.getByRole('button', { name: 'Rechnung anlegen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Entwurf anlegen' }).click()
    await page.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
    await check(page, 'new invoice refused')
    await page.keyboard.press('Escape')
    await open('/admin-portal/invoices-overview?state=draft')
    await page.getByRole('table').getByRole('link', { name: /RE-/ }).first().click()
    await page.waitForURL('**/admin-portal/invoice/*')
    await page.getByLabel('Netto', { exact: true }).fill('1')
    await page.getByRole('button', { name: 'Betrag aus den Einträgen übernehmen' }).waitFor()
    await check(page, 'draft whose entries differ')
    await page.getByRole('button', { name: 'Betrag aus den Einträgen übernehmen' }).click()
    await page.getByLabel('Fällig am').fill('2020-01-01')
    await page.getByRole('button', { name: 'Entwurf speichern' }).click()
    await page.getByText('Die Rechnung kann nicht fällig sein, bevor sie ausgestellt ist.').first().waitFor()
    await check(page, 'draft refused')
    await page.getByLabel('Fällig am').fill('2030-01-01')
    await page.getByRole('button', { name: 'Veröffentlichen' }).click()
    await page.getByRole('alertdialog').waitFor()
    await check(page, 'publication question')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click()
    await open('/admin-portal/invoices-overview?paid=unpaid')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL('**/admin-portal/invoice/*')
    await page.getByRole('button', { name: 'Als bezahlt vermerken' }).click()
    await page.getByRole('dialog').getByLabel('Bezahlt am').waitFor()
    await check(page, 'payment')
    await page.getByRole('dialog').getByRole('button', { name: 'Als bezahlt vermerken' }).click()
    await page.getByRole('button', { name: 'Rückgängig machen' }).waitFor()
    await check(page, 'paid, toast')
    await page.getByRole('button', { name: 'Rückgängig machen' }).click()
    await page
      .getByText('Offen', { exact: true })
      .or(page.getByText('Überfällig', { exact: true }))
      .first()
      .waitFor()
    await end()
  })

  test('a customer’s request: form with files of all kinds, the request, its answers', async () => {
    const { page, open, end } = await start('demo-kunde')
    await open('/customer-portal/requests-overview?dialog=new')
    const form = page.getByRole('dialog', { name: 'Anfrage stellen' })
    await form.getByRole('button', { name: 'Anfrage senden' }).click()
    await form.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
    await check(page, 'request refused')
    await form.getByLabel('Worum geht es?').fill('Wie wird die Arbeit abgerechnet?')
    await form.getByRole('heading', { name: 'Vielleicht hilft das schon' }).waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/backend/files/', async route => {
      await held.promise
      await route.continue().catch(() => {})
    })
    await form.locator('input[type=file][multiple]').setInputFiles([
      { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      { name: 'Seite.html', mimeType: 'text/html', buffer: Buffer.from('<!doctype html>') },
    ])
    await form.getByText('Diese Datei ist etwas anderes.').first().waitFor()
    await check(page, 'request with a file on its way and one refused')
    held.resolve()
    await form.getByText('Hochgeladen', { exact: true }).waitFor()
    await check(page, 'request with a file')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click()
    await form.waitFor({ state: 'detached' })
    for (const state of ['open', 'accepted', 'declined']) {
      await open(`/customer-portal/requests-overview?state=${state}`)
      await page.getByRole('table').getByRole('link').first().click()
      await page.waitForURL('**/customer-portal/request/*')
      await page.waitForLoadState('networkidle')
      await check(page, `request, ${state}`)
    }
    await end()
  })

  test('an admin’s request: accepting it, declining it, deleting it', async () => {
    const { page, open, end } = await start('demo-admin')
    await open('/admin-portal/requests-overview?state=open')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL('**/admin-portal/request/*')
    await page.waitForLoadState('networkidle')
    await check(page, 'admin request')
    await page.getByRole('button', { name: 'Annehmen' }).click()
    await page.getByRole('dialog', { name: 'Anfrage annehmen' }).waitFor()
    await check(page, 'accepting')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ablehnen' }).click()
    const decline = page.getByRole('dialog', { name: 'Anfrage ablehnen' })
    await decline.getByRole('button', { name: 'Anfrage ablehnen' }).click()
    await decline.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
    await check(page, 'declining refused')
    await page.keyboard.press('Escape')
    await decline.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    await page.getByRole('menuitem', { name: 'Anfrage löschen' }).click()
    await page.getByRole('alertdialog').waitFor()
    await check(page, 'question before a request is deleted')
    await open('/admin-portal/requests-overview?dialog=new')
    await page.getByRole('dialog', { name: 'Anfrage erfassen' }).waitFor()
    await check(page, 'request for a customer')
    await end()
  })

  test('an admin’s ticket, its forms, a customer, the settings', async () => {
    const { page, open, end } = await start('demo-admin')
    await open('/admin-portal/tickets-overview?progress=inProgress')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL('**/admin-portal/ticket/*')
    await page.waitForLoadState('networkidle')
    await check(page, 'admin ticket')
    await open('/admin-portal/tickets-overview')
    await page.getByRole('button', { name: 'Ticket anlegen' }).click()
    await page.getByRole('dialog', { name: 'Ticket anlegen' }).waitFor()
    await check(page, 'new ticket')
    await page.keyboard.press('Escape')
    await open('/admin-portal/customers-overview')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL('**/admin-portal/customer/*')
    await page.waitForLoadState('networkidle')
    await check(page, 'customer')
    await open('/admin-portal/messages?state=new')
    await check(page, 'messages')
    await page.getByRole('link', { name: /Familie Häußler/ }).click()
    await page.getByLabel('Ihre Antwort').waitFor()
    await page.getByRole('button', { name: 'Antwort senden' }).click()
    await page.getByText('Texteingabe ist erforderlich!').first().waitFor()
    await check(page, 'a message without an answer')
    await open('/admin-portal/messages?search=Petersen')
    await page.getByRole('link', { name: /Sven Petersen/ }).click()
    await page.getByText('Nicht gesendet').waitFor()
    await check(page, 'a message whose answer was not sent')
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    await page.getByRole('menuitem', { name: 'Löschen' }).click()
    await page.getByRole('alertdialog').waitFor()
    await check(page, 'question before a message is deleted')
    await open('/admin-portal/faq')
    await page.getByRole('button', { name: 'Frage anlegen' }).click()
    const question = page.getByRole('dialog', { name: 'Frage anlegen' })
    await question.getByRole('button', { name: 'Frage anlegen' }).click()
    await question.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
    await question.getByLabel('Antwort', { exact: true }).fill('## Kurz gesagt\n\n- Eins\n- **Zwei**')
    await question.getByRole('region', { name: 'Vorschau' }).getByRole('listitem').first().waitFor()
    await check(page, 'a question being written')
    await open('/admin-portal/faq?published=false')
    await page.getByText('Entwurf').first().waitFor()
    await check(page, 'questions that are not published')
    await open('/admin-portal/settings')
    for (const section of ['Benutzer', 'Postausgang', 'Protokoll']) {
      await page.getByRole('link', { name: section, exact: true }).first().click()
      await page.waitForLoadState('networkidle')
      await check(page, `settings, ${section}`)
    }
    await page.getByRole('button', { name: 'Protokoll prüfen' }).click()
    await page.getByText('Das Protokoll ist unversehrt').waitFor()
    await check(page, 'the log is whole')
    await end()
  })
})

describe.each(looks)('the settings at $width px, $scheme', look => {
  const expected = [/404|409|422|500|503|ERR_FAILED|Failed to load/]

  test('loading, failed, refused, waiting for links', async () => {
    const { page, open, end } = await visit(browser, portal, { ...look, expected })
    await logIn(page, 'demo-kunde')
    const url = '**/api/backend/user-settings/'
    const held = Promise.withResolvers<void>()
    await page.route(url, async route => {
      await held.promise
      await route.abort()
    })
    await open('/user-settings')
    await page.locator('[role=status]').first().waitFor()
    await check(page, 'settings loading')
    held.resolve()
    await page.getByText('Something went wrong.').first().waitFor()
    await page.getByRole('button', { name: 'Erneut versuchen' }).first().waitFor()
    await check(page, 'settings failed')
    await page.unroute(url)
    await open('/user-settings')
    await page.getByLabel('Telefon').fill('abc')
    await page.getByRole('button', { name: 'Angaben speichern' }).click()
    await page.getByText('Bitte geben Sie eine gültige Telefonnummer ein.').first().waitFor()
    await page.getByRole('button', { name: 'E-Mail-Adresse ändern' }).click()
    await page.getByText('E-Mail ist erforderlich!').first().waitFor()
    await check(page, 'settings refused')
    await page.getByLabel('Telefon').fill('')
    const newsletter = page.getByRole('switch', { name: 'Newsletter' })
    if (!(await newsletter.isChecked())) await newsletter.click()
    await page.getByText('Noch nicht bestätigt').waitFor()
    await check(page, 'newsletter waits')
    await newsletter.click()
    await page.getByText('Der Newsletter ist abbestellt.').waitFor()
    await end()
  })

  test('links of mails that are of no use', async () => {
    const { page, open, end } = await visit(browser, portal, { ...look, expected })
    await open('/abmelden/unbekannt')
    await page.getByRole('heading', { name: 'Dieser Link ist nicht vollständig' }).waitFor()
    await check(page, 'unsubscribe, unknown')
    await open('/bestaetigen#token=abcdefghijklmnopqrstuvwxyz0123456789')
    await page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' }).waitFor()
    await check(page, 'confirmation, used')
    await end()
  })
})

async function check(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page, state)
}
