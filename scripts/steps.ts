/** The steps of `npm run check` and `npm test`, and their runner. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'

export type Step = {
  name: string
  /** Program in node_modules/.bin (first on the path, see scripts/run) with its arguments. */
  command: readonly [string, ...string[]]
  /** Vitest's report, when the step runs tests. */
  report?: string
}

type Counts = { passed: number; failed: number }

const reports = 'test-results'

export const staticSteps: readonly Step[] = [
  { name: 'generated files are the committed ones', command: ['node', 'scripts/generated-files.ts'] },
  { name: 'format and lint', command: ['biome', 'ci', '--log-level=warn', '.'] },
  { name: 'types of the server', command: ['tsc', '-p', 'tsconfig.server.json'] },
  { name: 'types of the browser', command: ['tsc', '-p', 'tsconfig.web.json'] },
  { name: 'nothing unused', command: ['knip'] },
]

export const unitTests = vitest('tests on SQLite and PostgreSQL', 'unit', '--project=!e2e-*')
export const browserTests = vitest('journeys in Chromium', 'e2e', '--project=e2e-*')

function vitest(name: string, file: string, project: string): Step {
  const report = `${reports}/${file}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, command: ['vitest', 'run', project, ...reporters], report }
}

/**
 * Runs the steps in order and stops at the first failure. The last line printed is `N passed, N failed`, summed over
 * all tests; a failed step without tests counts as one.
 */
export function runSteps(steps: readonly Step[]): never {
  mkdirSync(reports, { recursive: true })
  const total: Counts = { passed: 0, failed: 0 }
  let failedStep: Step | undefined
  for (const step of steps) {
    process.stdout.write(`\n== ${step.name}\n`)
    const isGood = run(step)
    const counts = countsOf(step)
    total.passed += counts.passed
    total.failed += isGood ? counts.failed : Math.max(1, counts.failed)
    if (isGood) continue
    failedStep = step
    break
  }
  if (failedStep !== undefined) process.stdout.write(`\nFAILED: ${failedStep.name} (${failedStep.command.join(' ')})\n`)
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
  process.exit(failedStep === undefined ? 0 : 1)
}

function run({ command: [program, ...args], report }: Step): boolean {
  if (report !== undefined) rmSync(report, { force: true })
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (error !== undefined) process.stdout.write(`${error.message}\n`)
  return status === 0
}

function countsOf({ report }: Step): Counts {
  if (report === undefined) return { passed: 0, failed: 0 }
  try {
    // Vitest's json reporter, in Jest's format.
    const result = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number }
    return { passed: result.numPassedTests, failed: result.numFailedTests }
  } catch {
    // It ended before it could report: the step itself counts.
    return { passed: 0, failed: 0 }
  }
}
