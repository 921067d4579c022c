import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, createReadStream, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processEnv } from '#server/testing/processes.ts'

/** A process that opens the log output and runs `code` with it. With a file, that is its standard output. */
function startLogging(code: string, file?: string) {
  const opening = `import { writeSync } from 'node:fs'
    import { openLogOutput } from '#server/log-output.ts'
    const { destination, end } = openLogOutput()`
  const node = [process.execPath, '--input-type=module-typescript', '-e', `${opening}\n${code}`]
  const command = file === undefined ? 'exec "$@"' : 'exec "$@" > "$0"'
  return spawn('sh', ['-c', command, file ?? '', ...node], { env: processEnv })
}

/** The output of a process that logs the lines 0 to 999, more than one block, and then ends by `ending`. */
async function printedBy(ending: string): Promise<string> {
  const child = startLogging(`
    for (let n = 0; n < 1_000; n += 1) destination.write('the line with the number ' + n + '\\n')
    ${ending}`)
  child.stderr.on('data', part => process.stderr.write(part))
  const [printed] = await Promise.all([child.stdout.toArray(), once(child, 'exit')])
  return printed.join('')
}

/** Of a pipe on Linux. */
const pipeBytes = 65_536

const lines = Array.from({ length: 1_000 }, (_, n) => `the line with the number ${n}\n`).join('')

test.each([
  ['it has nothing left to do', ''],
  ['it exits', 'process.exit(1)'],
  ['it ends the log and exits', 'end(); process.exit(0)'],
  ['it logs after the end of the log', "end(); destination.write('late'.repeat(10_000))"],
])('every line is written once and in order when %s', async (_, ending) => {
  expect(await printedBy(ending)).toBe(lines)
})

test('lines that fill no block are written while the process runs', async () => {
  const child = startLogging(`destination.write('one line')
    process.stdin.on('end', () => process.exit()).resume()`)
  const [part] = await once(child.stdout, 'data')
  expect(String(part)).toBe('one line')
  child.stdin.end()
  await once(child, 'exit')
})

test('the process ends when its reader is gone', async () => {
  const child = startLogging(`setInterval(() => destination.write('one line'), 10)`)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
})

test('the last lines wait for a reader whose pipe is full', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kundenportal-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const idleReader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  // Its use makes the pipe non-blocking, as the portal's own does.
  const child = startLogging(
    `if (process.stdout.writable) writeSync(1, 'x'.repeat(${pipeBytes}))
    destination.write('the last line')
    writeSync(2, 'ready')
    end()
    process.exit()`,
    pipe,
  )
  await once(child.stderr, 'data')
  const printed = await createReadStream(pipe, 'utf8').toArray()
  closeSync(idleReader)
  rmSync(folder, { recursive: true })
  expect(printed.join('')).toBe(`${'x'.repeat(pipeBytes)}the last line`)
})
