import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Step } from './steps.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kundenportal-steps-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the last line sums the tests of all steps', () => {
  const { status, lines } = run([tests('unit', 12, 0), shell('build', 'true'), tests('e2e', 3, 0)])
  expect(lines.at(-1)).toBe('15 passed, 0 failed')
  expect(status).toBe(0)
})

test('the first failing step ends the run and is named', () => {
  const { status, lines } = run([tests('unit', 12, 2), shell('build', 'echo built')])
  expect(lines).not.toContain('built')
  expect(lines.find(line => line.startsWith('FAILED'))).toContain('unit')
  expect(lines.at(-1)).toBe('12 passed, 2 failed')
  expect(status).toBe(1)
})

test('a failed step without tests counts as one failure', () => {
  expect(run([shell('types', 'exit 2')])).toMatchObject({
    status: 1,
    lines: expect.arrayContaining(['0 passed, 1 failed']),
  })
})

test('tests that end before they report, and a report of an earlier run, count as a failure', () => {
  const crashed: Step = { ...tests('unit', 5, 0), command: ['sh', '-c', 'exit 1'] }
  expect(run([tests('unit', 5, 0)]).lines.at(-1)).toBe('5 passed, 0 failed')
  expect(run([crashed]).lines.at(-1)).toBe('0 passed, 1 failed')
})

test('every failed test is listed before the last line, with file, title and error', () => {
  const failed = (fullName: string, message: string) => ({ status: 'failed', fullName, failureMessages: [message] })
  const journeys = tests('e2e', 3, 2, [
    {
      name: join(folder, 'e2e/login.spec.ts'),
      assertionResults: [
        { status: 'passed', fullName: 'logs out' },
        failed(
          'logs in',
          'Error: \u001b[31mexpect(locator).toBeVisible() failed\n\nLocator: h1\n    at login.spec.ts:3',
        ),
      ],
    },
    { name: join(folder, 'e2e/set-up.spec.ts'), message: 'No portal\n  at start', assertionResults: [] },
  ])
  expect(run([tests('unit', 12, 0), journeys]).lines.slice(-4)).toEqual([
    'e2e/login.spec.ts: logs in: Error: expect(locator).toBeVisible() failed | Locator: h1',
    'e2e/set-up.spec.ts: No portal',
    '',
    '15 passed, 2 failed',
  ])
})

/** The error of a failed test in a file of the e2e part. */
const failedIn = (file: string) => ({
  name: join(folder, file),
  assertionResults: [{ status: 'failed', fullName: 'logs in', failureMessages: ['Error: 401'] }],
})

test('a file that passes when repeated is listed and fails nothing', () => {
  const step = { ...repeated(tests('e2e', 3, 1, [failedIn('e2e/login.spec.ts')]), '[ "$1" = e2e/login.spec.ts ]') }
  const { status, lines } = run([step, shell('after', 'echo after')])
  expect(lines).toContain('after')
  expect(lines.slice(-3)).toEqual([
    'FLAKY, passed when repeated: e2e/login.spec.ts: logs in: Error: 401',
    '',
    '4 passed, 0 failed',
  ])
  expect(status).toBe(0)
})

test('a file that fails again, too many files, and a step that repeats none fail the run', () => {
  const one = [failedIn('e2e/login.spec.ts')]
  const again = repeated(tests('e2e', 3, 1, one), 'exit 1')
  const many = repeated(tests('e2e', 3, 3, [...one, failedIn('e2e/a.spec.ts'), failedIn('e2e/b.spec.ts')]), 'exit 0')
  const { repeatedFilesMax: _, ...once } = repeated(tests('unit', 3, 1, one), 'exit 0')
  for (const step of [again, many, once]) {
    const { status, lines } = run([step])
    expect(lines.at(-1)).toMatch(/^3 passed, [13] failed$/)
    expect(lines.join()).not.toContain('FLAKY')
    expect(status).toBe(1)
  }
})

/** A step whose repetition, which gets the failed files as its arguments, is the script. */
function repeated(step: Step, script: string): Step {
  const [program, flag, write = ''] = step.command
  return {
    ...step,
    command: [program, flag ?? '', `if [ $# -gt 0 ]; then ${script}; exit $?; fi; ${write}`, 'sh'],
    repeatedFilesMax: 2,
  }
}

function shell(name: string, script: string): Step {
  return { name, command: ['sh', '-c', script] }
}

/** A step that reports as Vitest does. */
function tests(name: string, passed: number, failed: number, testResults: object[] = []): Step {
  const report = join(folder, `${name}.json`)
  const result = JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults })
  const write = `cat > '${report}' <<'END'\n${result}\nEND\nexit ${failed === 0 ? 0 : 1}`
  return { ...shell(name, write), report }
}

function run(steps: readonly Step[]): { status: number | null; lines: string[] } {
  const script = join(folder, 'run.ts')
  const module = JSON.stringify(resolve('scripts/steps.ts'))
  writeFileSync(script, `import { runSteps } from ${module}\nrunSteps(${JSON.stringify(steps)})`)
  const { status, stdout } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' })
  return { status, lines: stdout.trimEnd().split('\n') }
}
