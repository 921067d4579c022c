/** Plans on the server and in a browser, the visitor's question on the public page, and the memory of a thread. */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from '#e2e/browser.ts'
import { createPlanner } from '#server/energy/planner.ts'
import { isRoundDue } from './load.ts'
import { median } from './median.ts'
import { planQuestions } from './plan-questions.ts'
import { startQuietDemo } from './quiet-demo.ts'

const plansPerRound = 12
const limitMs = 2_000
const whatIfMedianMsMax = 500
const memoryFactorMax = 1.1
const memoryPlans = { few: 100, many: 10_000 }

/** Prints a result, and notes a broken promise. */
export type Check = (name: string, found: string, isKept: boolean) => void

export async function measurePlanTimes(rounds: number, check: Check): Promise<void> {
  const questions = planQuestions(plansPerRound * rounds)
  checkTimes('on the server', await onServer(questions), check)
  const { executablePath, env } = findChromium()
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags], env: { ...process.env, ...env } })
  try {
    checkTimes('in the browser', await inBrowser(browser, questions), check)
    await measureWhatIf(browser, rounds, check)
  } finally {
    await browser.close()
  }
  await measureMemory(check)
}

type Timed = { readonly ms: number; readonly status: string }

function checkTimes(where: string, times: readonly Timed[], check: Check): void {
  const sorted = times.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  const optimal = times.filter(({ status }) => status === 'optimal').length
  const found = `median ${median(sorted).toFixed(0)} ms, 95th percentile ${p95.toFixed(0)} ms (at most ${limitMs}), ${optimal} of ${times.length} proven`
  check(`plan of 48 h in quarter-hours ${where}`, found, p95 <= limitMs)
}

async function onServer(questions: readonly object[]): Promise<Timed[]> {
  const planner = createPlanner()
  try {
    await planner.ask('plan', questions[0])
    const times: Timed[] = []
    for (const question of questions) {
      const before = performance.now()
      const { status } = await planner.ask('plan', question)
      times.push({ ms: performance.now() - before, status })
    }
    return times
  } finally {
    await planner.close()
  }
}

/** The engine's own files, with their types taken out. */
async function inBrowser(browser: Browser, questions: readonly object[]): Promise<Timed[]> {
  const highs = dirname(createRequire(import.meta.url).resolve('highs'))
  const energy = new URL('../energy/', import.meta.url)
  const page = `<!doctype html><script type="importmap">{"imports":{"highs":"/highs/highs.mjs"}}</script>`
  const server = createServer((request, response) => {
    const [, folder, name = ''] = /^\/(energy|highs)\/([\w.-]+)$/.exec(request.url ?? '') ?? []
    const type = name.endsWith('.wasm') ? 'application/wasm' : folder === undefined ? 'text/html' : 'text/javascript'
    response.setHeader('content-type', type)
    if (folder === undefined) response.end(page)
    else if (folder === 'highs') response.end(readFileSync(join(highs, name)))
    else response.end(stripTypeScriptTypes(readFileSync(new URL(name, energy), 'utf8')))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  const tab = await browser.newPage()
  try {
    await tab.goto(`http://127.0.0.1:${port}/`)
    return await tab.evaluate(planInPage, questions)
  } finally {
    await tab.close()
    server.close()
  }
}

/** Runs in the page. */
async function planInPage(questions: readonly object[]): Promise<Timed[]> {
  const [solverFile, planFile] = ['/energy/highs-solver.ts', '/energy/plan.ts']
  const { createHighsSolver } = await import(solverFile)
  const { plan } = await import(planFile)
  const solve = await createHighsSolver(() => undefined)
  plan(questions[0], solve)
  return questions.map(question => {
    const before = performance.now()
    const { status } = plan(question, solve)
    return { ms: performance.now() - before, status }
  })
}

/** The time from the press of a key on a slider until the answer is shown. */
async function measureWhatIf(browser: Browser, rounds: number, check: Check): Promise<void> {
  const portal = await startQuietDemo()
  const page = await browser.newPage()
  try {
    await page.goto(`${portal.origin}/power-master`)
    await page.locator('#ausprobieren').waitFor({ state: 'attached', timeout: 60_000 })
    const slider = page.getByRole('slider').first()
    // The section is loaded when it is near.
    for (let turn = 0; turn < 20 && (await slider.count()) === 0; turn += 1) {
      await page.locator('#ausprobieren').scrollIntoViewIfNeeded()
      await page.waitForTimeout(500)
    }
    const result = page.locator('[aria-busy]').last()
    const answer = async (key: string) => {
      const before = performance.now()
      await slider.press(key)
      await result.evaluate(whenAnswered)
      return performance.now() - before
    }
    // The first one loads the solver.
    await answer('ArrowRight')
    const times: number[] = []
    while (isRoundDue(times.length, 3 * rounds, () => median(times) <= whatIfMedianMsMax)) {
      times.push(await answer(times.length % 3 === 2 ? 'ArrowLeft' : 'ArrowRight'))
    }
    const ms = median(times)
    check(
      'what-if on the public page',
      `median ${ms.toFixed(0)} ms (at most ${whatIfMedianMsMax})`,
      ms <= whatIfMedianMsMax,
    )
  } finally {
    await page.close()
    await portal.stop()
  }
}

/** Runs in the page: the answer is requested with the next frame, if it is not already requested. */
function whenAnswered(element: Element): Promise<void> {
  return new Promise(resolve => {
    const started = performance.now()
    let wasBusy = false
    const look = () => {
      const isBusy = element.getAttribute('aria-busy') === 'true'
      wasBusy ||= isBusy
      // Also ends for an answer that came before the first check.
      if (!isBusy && (wasBusy || performance.now() - started > 1_000)) resolve()
      else setTimeout(look, 5)
    }
    look()
  })
}

/** In a process of its own with the portal's own settings, which does nothing else. */
async function measureMemory(check: Check): Promise<void> {
  const found = await new Promise<{ few: number; many: number }>((resolve, reject) => {
    const child = fork(new URL('./plan-memory.ts', import.meta.url), {
      execArgv: ['--expose-gc', '--max-semi-space-size=8', '--v8-pool-size=0'],
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`the process that plans ended with ${code}`)))
    // Of `plan-memory.ts`.
    child.once('message', message => resolve(message as { few: number; many: number }))
    child.send(memoryPlans)
  })
  const factor = found.many / found.few
  const name = `memory after ${memoryPlans.many} plans`
  const text = `${found.many.toFixed(0)} MB, after ${memoryPlans.few} ${found.few.toFixed(0)} MB: ${factor.toFixed(2)} (at most ${memoryFactorMax})`
  check(name, text, factor <= memoryFactorMax)
}
