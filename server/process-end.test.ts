import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { processEnv } from '#server/testing/processes.ts'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A process that ends like the portal; its stop runs `body`. Resolves when it is ready. */
async function startEnding(body: string, limitMs: number) {
  const code = `import { endOnSignals } from '#server/process-end.ts'
    import { Worker } from 'node:worker_threads'
    import { pbkdf2 } from 'node:crypto'
    const stop = async () => { ${body} }
    endOnSignals({ stop, beforeExit() {}, limitMs: ${limitMs} })
    setInterval(() => {}, 1_000)
    process.stdout.write('ready')`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { env: processEnv })
  children.push(child)
  child.stderr.on('data', part => process.stderr.write(part))
  const exit = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  await once(child.stdout, 'data')
  return { child, exit }
}

test.each([
  ['the main thread is blocked', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
  ['the main thread computes for ever', 'for (;;);'],
  ['the stop never resolves', 'await new Promise(() => {})'],
  ['the exit waits for work of the thread pool', "pbkdf2('x', 'y', 500_000_000, 64, 'sha512', () => {})"],
  [
    'the exit waits for a thread in native code',
    `const thread = new Worker(new URL('data:text/javascript,' + encodeURIComponent(\`
      import { parentPort } from 'node:worker_threads'
      import { DatabaseSync } from 'node:sqlite'
      parentPort.postMessage('started')
      const endless = 'WITH RECURSIVE n(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'
      new DatabaseSync(':memory:').exec(endless)\`)))
    await new Promise(resolve => thread.once('message', resolve))`,
  ],
])('a process ends within its limit although %s', async (_, body) => {
  const { child, exit } = await startEnding(body, 1_000)
  child.kill('SIGTERM')
  expect(await exit).toEqual([null, 'SIGKILL'])
})

test('a process that stops in time ends by itself, and nothing of it remains', async () => {
  const { child, exit } = await startEnding("process.stdout.write('stopped')", 600_000)
  const [output] = await Promise.all([
    // Closed only when no other process holds it.
    child.stdout?.toArray(),
    child.kill('SIGTERM'),
  ])
  expect(String(output)).toBe('stopped')
  expect(await exit).toEqual([0, null])
  await expect.poll(() => killersOf(child)).toEqual([])
})

/** Processes that would kill the child later. */
function killersOf({ pid }: ChildProcess): string[] {
  return globSync('/proc/[0-9]*/cmdline').filter(file => {
    try {
      return readFileSync(file, 'utf8').includes(`process.kill(${pid},`)
    } catch {
      return false
    }
  })
}
