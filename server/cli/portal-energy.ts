/** `portal energy plan` and `… simulate`: JSON texts from a file or stdin, one answer line each, no database. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createTextReader } from '#energy/read-texts.ts'
import { type Answer, type Task, tasks } from '#server/energy/energy-answers.ts'
import { createPlanner, type Planner } from '#server/energy/planner.ts'

export const energyUsage = `  energy plan [file]    a plan for each JSON text of the file or of stdin; see docs/energy.md
  energy simulate [file]    what a house would have done and paid under a policy, likewise`

/** Returns the exit code: 0 unless the input cannot be read. */
export async function runEnergy([name = '', file]: readonly string[], usage: string): Promise<number> {
  const task = tasks.find(known => known === name)
  if (task === undefined) return complain(usage)
  const planner = createPlanner()
  try {
    await answerAll(planner, task, file === undefined ? process.stdin : createReadStream(file))
    return 0
  } catch (error) {
    return complain(`The input cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await planner.close()
  }
}

async function answerAll(planner: Planner, task: Task, input: Readable): Promise<void> {
  const reader = createTextReader()
  const failed = once(input, 'error').then(([error]) => Promise.reject(error))
  const read = async () => {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      for (const text of reader.add(line)) await answerText(planner, task, text)
    }
    for (const text of reader.end()) await answerText(planner, task, text)
  }
  await Promise.race([read(), failed])
}

async function answerText(planner: Planner, task: Task, text: string): Promise<void> {
  const output = await answerTo(planner, task, text)
  const line = `${JSON.stringify(output)}\n`
  await new Promise<void>(resolve => process.stdout.write(line, () => resolve()))
}

async function answerTo(planner: Planner, task: Task, text: string): Promise<Answer> {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    return { id: null, status: 'invalid', problems: [{ field: '', code: 'json' }] }
  }
  return planner.ask(task, input)
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}
