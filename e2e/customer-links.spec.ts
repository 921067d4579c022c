import type { Page } from 'playwright-core'
import { expect, type StartOwn, test } from './journey.ts'
import { logIn, phoneWidth, type VisitOptions } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const labels = [
  'Wechselrichter im Kelterhaus',
  'Hausautomation',
  'Unsere Website',
  'Strompreise und Erzeugung in Deutschland',
  'Wetter für die Lese',
  'Anlage im Marktstammdatenregister',
] as const

/** A customer's home on a separate portal, with the demo's links in order. */
async function openHome(startOwn: StartOwn, options: VisitOptions = {}): Promise<Page> {
  const { visit } = await startOwn()
  const page = await visit(options)
  await logIn(page, 'demo-kunde')
  await expect(page.getByRole('list', { name: 'Links' })).toBeVisible()
  // Content above may still load and push it down.
  await waitUntilLoaded(page)
  return page
}

/** Waits until the page shows the expected order, because moves are sent in the background. */
async function expectOrder(page: Page, expected: readonly string[]): Promise<void> {
  await expect.poll(() => shownLabels(page)).toEqual(expected)
}

function shownLabels(page: Page): Promise<(string | undefined)[]> {
  return page
    .getByRole('list', { name: 'Links' })
    .getByRole('link')
    .evaluateAll(links => links.map(link => link.querySelector('span')?.textContent))
}

const stored = (page: Page) => page.waitForResponse(answer => answer.url().endsWith('/customer-link-order/'))
const handleOf = (page: Page, label: string) => page.getByRole('button', { name: `${label} verschieben` })

/** Drags a link below another with the mouse, without a release. Measures anew: content above may grow. */
async function dragDown(page: Page, label: string, below: string): Promise<void> {
  await handleOf(page, below).scrollIntoViewIfNeeded()
  await handleOf(page, label).hover()
  const target = await handleOf(page, below).boundingBox()
  if (!target) throw new Error('The handle is not there.')
  await page.mouse.down()
  await page.mouse.move(target.x + 10, target.y + 30, { steps: 5 })
  await expect(page.locator('[data-dragging]')).toBeAttached()
}

const chooseFor = async (page: Page, label: string, action: string) => {
  await page.getByRole('button', { name: `Aktionen für ${label}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a customer adds a link as people type it, changes it, deletes it and undoes that', async ({ startOwn }) => {
  const page = await openHome(startOwn, { expected: [/422/] })
  // So low that the end of the list is outside the view.
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.getByRole('button', { name: 'Link hinzufügen' }).click()
  const form = page.getByRole('dialog', { name: 'Link hinzufügen' })
  await form.getByLabel('Bezeichnung').fill('Router')
  await form.getByLabel('Adresse').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Link hinzufügen' }).click()
  await expect(form.getByText('Bitte geben Sie eine Adresse ein, die mit http:// oder https:// beginnt.')).toBeVisible()
  await expect(form.getByLabel('Bezeichnung')).toHaveValue('Router')
  await form.getByLabel('Adresse').fill('fritz.box/login')
  await form.getByRole('button', { name: 'Link hinzufügen' }).click()
  await expect(form).not.toBeAttached()
  await expectOrder(page, [...labels, 'Router'])
  const link = page.getByRole('list', { name: 'Links' }).getByRole('link', { name: /^Router/ })
  await expect(link).toBeInViewport()
  await expect(link).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(link).toHaveAttribute('href', 'https://fritz.box/login')
  expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])

  await chooseFor(page, 'Router', 'Bearbeiten')
  const change = page.getByRole('dialog', { name: 'Link bearbeiten' })
  await change.getByLabel('Bezeichnung').fill('Router im Keller')
  await change.getByRole('button', { name: 'Link speichern' }).click()
  await expect(change).not.toBeAttached()
  await expectOrder(page, [...labels, 'Router im Keller'])

  await chooseFor(page, labels[1], 'Löschen')
  await expect(page.getByText(`„${labels[1]}“ wurde gelöscht.`)).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig machen' }).click()
  await expect(page.getByText(`„${labels[1]}“ ist wieder da.`)).toBeVisible()
  await expectOrder(page, [...labels, 'Router im Keller'])
})

test('a customer reorders links with the mouse, the arrow keys and the menu; Escape while dragging changes nothing', async ({
  startOwn,
}) => {
  const page = await openHome(startOwn)
  const [a, b, c, d, e, f] = labels
  await dragDown(page, a, c)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expectOrder(page, labels)

  await dragDown(page, a, c)
  const [dropped] = await Promise.all([stored(page), page.mouse.up()])
  expect(dropped.status()).toBe(200)
  await expectOrder(page, [b, c, a, d, e, f])

  await handleOf(page, a).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expectOrder(page, [a, b, c, d, e, f])
  await expect(page.getByText(`${a} steht jetzt an Stelle 1 von 6.`)).toBeAttached()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(`${a} verschieben`)

  await page.getByRole('link', { name: new RegExp(`^${f}`) }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expectOrder(page, [a, b, c, d, f, e])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(f)

  await Promise.all([stored(page), chooseFor(page, d, 'Nach oben')])
  await expectOrder(page, [a, b, d, c, f, e])
  await page.reload()
  await expectOrder(page, [a, b, d, c, f, e])
})

test('a finger drags by the handle without scrolling the page, and a cancelled touch restores the link', async ({
  startOwn,
}) => {
  const page = await openHome(startOwn, { width: phoneWidth })
  const [a, b, ...rest] = labels
  const handle = handleOf(page, a)
  await handle.scrollIntoViewIfNeeded()
  const box = await handle.boundingBox()
  if (!box) throw new Error('The handle is not there.')
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', y?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: box.x + 20, y: box.y + 20 + y }],
    })
  const scrolled = await page.evaluate(() => scrollY)
  await send('touchStart', 0)
  await send('touchMove', 20)
  await send('touchMove', 60)
  await send('touchCancel')
  await expectOrder(page, labels)
  await send('touchStart', 0)
  await send('touchMove', 20)
  await send('touchMove', 60)
  await Promise.all([stored(page), send('touchEnd')])
  await expectOrder(page, [b, a, ...rest])
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
})

test('reordering an outdated list is refused with a message, and the current list is shown', async ({ startOwn }) => {
  const page = await openHome(startOwn, { expected: [/409/], isUntold: true })
  const second = await page.context().newPage()
  await second.goto('/customer-portal/home')
  await expect(second.getByRole('list', { name: 'Links' })).toBeVisible()
  await chooseFor(second, labels[5], 'Löschen')
  await expectOrder(second, labels.slice(0, 5))
  await second.close()

  await handleOf(page, labels[0]).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Die Links wurden inzwischen an anderer Stelle geändert.')).toBeVisible()
  await expectOrder(page, labels.slice(0, 5))
})
