/** The steps of `npm run check` and `npm test`, and their runner. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Step = {
  name: string
  /** Program in node_modules/.bin (first on the path, see scripts/run) with its arguments. */
  command: readonly [string, ...string[]]
  /** Vitest's report, when the step runs tests. */
  report?: string
}

type Result = { passed: number; failed: number; failures: readonly string[] }

/** Written by Vitest's json reporter, in Jest's format. */
export type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults?: {
    name: string
    /** The error of a file that failed beside its tests. */
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

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
 * Runs the steps in order and stops at the first failure. Ends with the file, title and error of every failed test; the
 * last line printed is `N passed, N failed`, summed over all tests; a failed step without tests counts as one.
 */
export function runSteps(steps: readonly Step[]): never {
  mkdirSync(reports, { recursive: true })
  const total = { passed: 0, failed: 0 }
  const failures: string[] = []
  let failedStep: Step | undefined
  for (const step of steps) {
    process.stdout.write(`\n== ${step.name}\n`)
    const isGood = run(step)
    const result = resultOf(step)
    total.passed += result.passed
    total.failed += isGood ? result.failed : Math.max(1, result.failed)
    failures.push(...result.failures)
    if (isGood) continue
    failedStep = step
    break
  }
  if (failedStep !== undefined) process.stdout.write(`\nFAILED: ${failedStep.name} (${failedStep.command.join(' ')})\n`)
  for (const failure of failures) process.stdout.write(`${failure}\n`)
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
  process.exit(failedStep === undefined ? 0 : 1)
}

function run({ command: [program, ...args], report }: Step): boolean {
  if (report !== undefined) rmSync(report, { force: true })
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (error !== undefined) process.stdout.write(`${error.message}\n`)
  return status === 0
}

function resultOf({ report }: Step): Result {
  if (report === undefined) return { passed: 0, failed: 0, failures: [] }
  try {
    const written = JSON.parse(readFileSync(report, 'utf8')) as Report
    return { passed: written.numPassedTests, failed: written.numFailedTests, failures: failuresIn(written) }
  } catch {
    // It ended before it could report: the step itself counts.
    return { passed: 0, failed: 0, failures: [] }
  }
}

/** A line for each failed test, or for a file that failed beside its tests. */
export function failuresIn({ testResults = [] }: Report): string[] {
  return testResults.flatMap(({ name, message = '', assertionResults }) => {
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${causeOf(failureMessages?.[0] ?? '')}`)
    if (failed.length === 0 && message !== '') failed.push(causeOf(message))
    return failed.map(line => `${relative(process.cwd(), name)}: ${line}`)
  })
}

/** The first lines of an error: Playwright's first line alone does not name the match. */
function causeOf(error: string): string {
  const [words = ''] = stripVTControlCharacters(error).split(/\n\s+at /)
  return words
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .slice(0, 4)
    .join(' | ')
}
