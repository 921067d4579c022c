import { expect, test as quickTest } from './journey.ts'
import { deskWidth, phoneWidth } from './visit.ts'

const test = quickTest.extend('portalOptions', { scope: 'file' }, { environment: { LOADING_SCREEN_MS: '2000' } })

test('fourteen rings of digits turn in 22 to 110 seconds, without text, and delay the app for two seconds', async ({
  guest: page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // The screen stays until the session lookup has ended, which leaves time for checks on a slow machine.
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/backend/customer/**', async route => {
    await seen.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const screen = page.getByRole('status', { name: 'Wird geladen' })
  await expect(screen).toBeVisible()
  const rings = await screen.locator('svg').evaluateAll(svgs =>
    svgs.map(svg => ({
      text: svg.textContent ?? '',
      seconds: Number.parseFloat(getComputedStyle(svg).animationDuration),
    })),
  )
  expect(rings).toHaveLength(14)
  expect(rings.every(ring => /^[\d\s]+$/.test(ring.text))).toBe(true)
  expect(Math.min(...rings.map(ring => ring.seconds))).toBe(22)
  expect(Math.max(...rings.map(ring => ring.seconds))).toBe(110)
  const shown = () => screen.locator('svg').evaluateAll(svgs => svgs.filter(svg => svg.checkVisibility()).length)
  await expect.poll(shown).toBe(14)
  seen.resolve()

  await expect(page.locator('h1')).toBeVisible()
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThanOrEqual(2_000)
  await expect(screen).not.toBeAttached()
})

test.for([phoneWidth, deskWidth])(
  'the rings turn around the middle of the window at %i px',
  async (width, { visit }) => {
    const page = await visit({ width })
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('#loading .rings')).toBeVisible()
    const [screen, rings] = await page.evaluate(() =>
      ['#loading', '#loading .rings'].map(selector => {
        const box = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
        return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
      }),
    )
    expect(rings).toEqual(screen)
  },
)

test('the app appears although the session lookup fails', async ({ visit }) => {
  const page = await visit({ expected: [/Failed to load|ERR_FAILED|500/] })
  await page.route('**/api/backend/customer/**', route => route.abort())
  await page.goto('/')
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Anmelden' })).toBeVisible()
  await expect(page.getByText('Something went wrong.')).toHaveCount(0)
})

test('the rings do not move under reduced motion', async ({ guest: page }) => {
  await page.goto('/', { waitUntil: 'commit' })
  const rings = page.getByRole('status', { name: 'Wird geladen' }).locator('svg')
  await expect(rings).toHaveCount(14)
  const names = () => rings.evaluateAll(svgs => svgs.map(svg => getComputedStyle(svg).animationName))
  await expect.poll(names).toEqual(Array(14).fill('none'))
  await expect(page.locator('h1')).toBeVisible()
})
