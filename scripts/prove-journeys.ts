/**
 * `npm run prove -- journeys`: the browser part ten times, beside a load that keeps every processor busy: a test that
 * waits for a time instead of a state fails here. `PROOF_SIZE=3` asks for another number of runs.
 * `node scripts/prove-journeys.ts e2e/login.spec.ts` asks for some of the files.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { failuresIn, type Report } from './steps.ts'

const folder = 'test-results/journeys'
const runsCount = Number(process.env.PROOF_SIZE) || 10

function startLoad(): ChildProcess[] {
  const busy = 'for (;;) Math.sqrt(Date.now())'
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', busy], { stdio: 'ignore' }),
  )
}

/** One run; without a report the run itself has failed. */
function runOnce(run: number): { failures: string[]; passed: number; seconds: number } {
  const file = `${folder}/run-${run}.json`
  rmSync(file, { force: true })
  const began = performance.now()
  const args = ['run', '--project=e2e-*', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { status } = spawnSync('vitest', [...args, ...process.argv.slice(2)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // As `npm test` runs it.
    env: { ...process.env, PROOF_SIZE: '' },
  })
  const seconds = Math.round((performance.now() - began) / 1000)
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const failures = failuresIn(report)
    if (status !== 0 && failures.length === 0) failures.push(`the run ended with ${status}`)
    return { failures, passed: report.numPassedTests, seconds }
  } catch {
    return { failures: [`the run ended with ${status} and no report`], passed: 0, seconds }
  }
}

mkdirSync(folder, { recursive: true })
spawnSync('node', ['scripts/build-all.ts', '--if-stale'], { stdio: 'inherit' })
const load = startLoad()
const lines: string[] = []
let failuresCount = 0
try {
  for (let run = 1; run <= runsCount; run += 1) {
    const { failures, passed, seconds } = runOnce(run)
    failuresCount += failures.length
    lines.push(
      `run ${run}: ${passed} passed, ${failures.length} failed, ${seconds} s`,
      ...failures.map(each => `  ${each}`),
    )
    process.stdout.write(`\n${lines.at(-1 - failures.length)}\n`)
  }
} finally {
  for (const child of load) child.kill()
}
process.stdout.write(`\n${lines.join('\n')}\n`)
process.exit(failuresCount > 0 ? 1 : 0)
