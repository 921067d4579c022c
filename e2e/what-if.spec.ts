/** "Selbst ausprobieren" on PowerMaster's page, and the day shown without JavaScript. */
import type { Page, Worker } from 'playwright-core'
import type { WhatIfAnswer } from '#web/features/power-master/what-if-answer.ts'
import { answerTo, loadSolver } from '#web/features/power-master/what-if-engine.ts'
import { usualHouse, type WhatIfHouse } from '#web/features/power-master/what-if-house.ts'
import { contactTexts } from '#web/texts/contact.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { whatIfTexts as texts } from '#web/texts/what-if.texts.ts'
import { expectAccessible, expectNoSidewaysScroll, expectTablesFit } from './axe.ts'
import { expect, test } from './journey.ts'
import { open, phoneWidth } from './visit.ts'

/** The section is loaded when it is near. */
async function openSection(page: Page, search = ''): Promise<void> {
  await open(page, `/power-master${search}`)
  await page.locator('#ausprobieren').scrollIntoViewIfNeeded()
  await expect(slider(page, 'pvKwp')).toBeVisible()
}

const slider = (page: Page, name: keyof typeof texts.sliders) => page.getByRole('slider', { name: texts.sliders[name] })
const results = (page: Page) => page.getByRole('region', { name: texts.result, exact: true })

async function answered(page: Page): Promise<void> {
  await expect(results(page).locator('[aria-busy=false]')).toBeVisible()
}

test('a finished day is shown without JavaScript', async ({ visit }) => {
  const page = await visit({ isScriptless: true, width: phoneWidth })
  await page.goto('/power-master')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('img')).toBeVisible()
  const table = page.getByRole('table', { name: texts.resultTable })
  for (const name of Object.values(texts.policies)) {
    await expect(table.getByRole('rowheader', { name, exact: true })).toBeVisible()
  }
  await expectTablesFit(page, 'a day without JavaScript')
  // Playwright finds no text inside `noscript`.
  await expect
    .poll(() => page.getByRole('paragraph').allTextContents())
    .toContainEqual(expect.stringContaining('CC BY 4.0'))
})

test('a visitor tries a house by keyboard, shares it by link, and takes it to the contact form', async ({ visit }) => {
  const page = await visit()
  const solvers: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('.wasm')) solvers.push(request.url())
  })
  await openSection(page)
  await expect(results(page).getByRole('rowheader', { name: 'PowerMaster' })).toBeVisible()
  expect(solvers).toEqual([])
  await expectAccessible(page, 'a house to try out')

  await slider(page, 'pvKwp').press('ArrowRight')
  await expect(slider(page, 'pvKwp')).toHaveAttribute('aria-valuetext', texts.peak('9,5'))
  await answered(page)
  await slider(page, 'batteryKwh').press('Home')
  await page.getByRole('radio', { name: texts.days.negative }).check()
  await expect(page).toHaveURL(/day=negative&tariff=dynamic&pv=9.5&battery=0/)
  await answered(page)
  expect(solvers).toHaveLength(1)

  await page.reload()
  await page.locator('#ausprobieren').scrollIntoViewIfNeeded()
  await expect(slider(page, 'pvKwp')).toHaveValue('9.5')
  await answered(page)
  await results(page).getByRole('link', { name: texts.ask }).click()
  await expect(page.getByRole('textbox', { name: contactTexts.text })).toHaveValue(
    /Solaranlage: 9,5\u00a0kWp[\s\S]*power-master\?day=negative/,
  )
})

test('a customer takes the house into a request', async ({ customer: page }) => {
  await openSection(page)
  await results(page).getByRole('link', { name: texts.ask }).click()
  await expect(page.getByRole('textbox', { name: requestTexts.form.description })).toHaveValue(
    /Solaranlage: 9\u00a0kWp/,
  )
})

test('the browser answers as the server does', async ({ guest: page }) => {
  await openSection(page)
  await slider(page, 'carKwh').press('ArrowRight')
  await answered(page)
  const [worker] = page.workers()
  if (worker === undefined) throw new Error('the page has no worker')
  const solve = await loadSolver(() => {
    throw new Error('the solver broke down')
  })
  const houses: WhatIfHouse[] = [
    usualHouse,
    { ...usualHouse, day: 'dark', tariff: 'module3', heatKwh: 40 },
    { ...usualHouse, day: 'negative', pvKwp: 15, batteryKwh: 5 },
  ]
  for (const house of houses) {
    const differences = differencesOf(await answerIn(worker, house), answerTo(house, solve))
    expect(differences.filter(difference => !(difference <= 1e-6))).toEqual([])
  }
})

/** The worker's unrounded answer: the page shows rounded numbers. */
function answerIn(worker: Worker, house: WhatIfHouse): Promise<WhatIfAnswer> {
  return worker.evaluate(
    data =>
      new Promise<WhatIfAnswer>(resolve => {
        Reflect.set(globalThis, 'postMessage', resolve)
        dispatchEvent(new MessageEvent('message', { data }))
      }),
    house,
  )
}

function differencesOf(one: WhatIfAnswer, other: WhatIfAnswer): number[] {
  const numbers = (value: unknown): number[] =>
    typeof value === 'number'
      ? [value]
      : typeof value === 'object' && value
        ? Object.values(value).flatMap(numbers)
        : []
  const [left, right] = [numbers(one), numbers(other)]
  expect(left.length).toBeGreaterThan(150)
  return left.map((value, index) => Math.abs(value - (right[index] ?? Number.NaN)))
}

test('without the solver the rules answer; without the worker the last answer stays', async ({ visit }) => {
  const page = await visit({ expected: [/wasm/i, /what-if-worker/, /ERR_FAILED/], scheme: 'dark', width: phoneWidth })
  await openSection(page)
  await page.route('**/assets/what-if-worker-*', route => route.abort())
  await slider(page, 'carKwh').press('ArrowRight')
  await expect(page.getByText(texts.failedTitle)).toBeVisible()
  await expect(results(page).getByRole('rowheader', { name: 'PowerMaster' })).toBeVisible()
  await expectAccessible(page, 'a failed computation')
  await page.unroute('**/assets/what-if-worker-*')
  await page.route('**/*.wasm', route => route.abort())
  await page.getByRole('button', { name: texts.retry }).click()
  await expect(page.getByText(texts.byRules)).toBeVisible()
  await expectAccessible(page, 'a computation by rules')
  await expectNoSidewaysScroll(page, 'a computation by rules')
  await results(page).getByText(texts.table).click()
  await expectTablesFit(page, 'a computation by rules')
})
