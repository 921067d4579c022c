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
  /** Runs the test files that failed once more, alone, when they are at most this many (decision 0107). */
  repeatedFilesMax?: number
}

type Result = {
  passed: number
  failed: number
  failures: readonly string[]
  /** Paths of the test files that failed. */
  failedFiles: readonly string[]
}

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
export const browserTests: Step = {
  ...vitest('journeys in Chromium', 'e2e', '--project=e2e-*'),
  repeatedFilesMax: 2,
}

function vitest(name: string, file: string, project: string): Step {
  const report = `${reports}/${file}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, command: ['vitest', 'run', project, ...reporters], report }
}

/**
 * Runs the steps in order and stops at the first failure. Ends with the file, title and error of every failed test, and
 * of every test that passed only when repeated; the last line printed is `N passed, N failed`, summed over all tests; a
 * failed step without tests counts as one.
 */
export function runSteps(steps: readonly Step[]): never {
  mkdirSync(reports, { recursive: true })
  const total = { passed: 0, failed: 0 }
  const failures: string[] = []
  const flaky: string[] = []
  let failedStep: Step | undefined
  for (const step of steps) {
    process.stdout.write(`\n== ${step.name}\n`)
    const isGood = run(step)
    const result = resultOf(step)
    total.passed += result.passed
    if (!isGood && passesAlone(step, result)) {
      total.passed += result.failed
      flaky.push(...result.failures)
      continue
    }
    total.failed += isGood ? result.failed : Math.max(1, result.failed)
    failures.push(...result.failures)
    if (isGood) continue
    failedStep = step
    break
  }
  for (const failure of flaky) process.stdout.write(`\nFLAKY, passed when repeated: ${failure}\n`)
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

/** Repeats the failed files of a step that allows it. */
function passesAlone(step: Step, { failedFiles }: Result): boolean {
  const { command, report, repeatedFilesMax = 0 } = step
  if (report === undefined || failedFiles.length === 0 || failedFiles.length > repeatedFilesMax) return false
  process.stdout.write(`\n== ${step.name}, once more: ${failedFiles.join(', ')}\n`)
  // The report of the first run stays: the repetition writes none.
  const [program, ...args] = command
  const words = args.filter(word => !/^--(reporter=json|outputFile\.json)/.test(word))
  return run({ name: step.name, command: [program, ...words, ...failedFiles] })
}

function resultOf({ report }: Step): Result {
  const none: Result = { passed: 0, failed: 0, failures: [], failedFiles: [] }
  if (report === undefined) return none
  try {
    const written = JSON.parse(readFileSync(report, 'utf8')) as Report
    const { numPassedTests: passed, numFailedTests: failed } = written
    return { passed, failed, failures: failuresIn(written), failedFiles: failedFilesIn(written) }
  } catch {
    // It ended before it could report: the step itself counts.
    return none
  }
}

function failedFilesIn({ testResults = [] }: Report): string[] {
  return testResults
    .filter(({ message = '', assertionResults }) => {
      return message !== '' || assertionResults.some(({ status }) => status === 'failed')
    })
    .map(({ name }) => relative(process.cwd(), name))
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
