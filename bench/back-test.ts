/**
 * The optimiser over a year of the demo's house, month by month, with the knowledge of the time: its share of the
 * possible saving.
 */
import { type BackTest, shareOf } from '#demo/house-back-test.ts'
import { TaskThread } from '#server/threads/task-thread.ts'

const year = 2025
const shareMin = 0.8
const threads = 2
/** A month takes about a minute. */
const monthMsMax = 1_800_000

/** Prints each month and returns the missed targets. */
export async function measureBackTest(): Promise<string[]> {
  const months = Array.from({ length: 12 }, (_, month) => month)
  const found = new Map<number, BackTest>()
  await Promise.all(Array.from({ length: threads }, () => workThrough(months, found)))
  const failed: string[] = []
  const whole = { self_use: 0, rules: 0, optimiser: 0, bound: 0 }
  for (const [month, result] of [...found].toSorted(([one], [other]) => one - other)) {
    const { eur, missingWh } = result
    for (const policy of ['self_use', 'rules', 'optimiser', 'bound'] as const) whole[policy] += eur[policy]
    const name = dateOf(month).slice(0, 7)
    const isKept = eur.optimiser <= eur.self_use
    print(name, eur, `, missing ${Math.round(missingWh)} Wh${isKept ? '' : ' MISSED'}`)
    if (!isKept) failed.push(`back-test: ${name} is worse than self-use`)
  }
  const share = shareOf({ eur: whole })
  print(String(year), whole, ` (at least ${shareMin * 100} %) ${share >= shareMin ? 'ok' : 'MISSED'}`)
  if (share < shareMin) failed.push('back-test: share of the possible saving')
  return failed
}

function print(name: string, eur: BackTest['eur'], rest: string): void {
  const part = (policy: keyof BackTest['eur'], label: string) => `${label} ${eur[policy].toFixed(2)} EUR`
  const parts = [
    part('self_use', 'self-use'),
    part('rules', 'rules'),
    part('optimiser', 'optimiser'),
    part('bound', 'bound'),
  ]
  const percent = (shareOf({ eur }) * 100).toFixed(1)
  process.stdout.write(`back-test ${name}: ${parts.join(', ')}: ${percent} % of the possible saving${rest}\n`)
}

/** One thread takes the next month until none is left. */
async function workThrough(months: number[], found: Map<number, BackTest>): Promise<void> {
  const thread = new TaskThread<{ from: string; to: string }, BackTest>(
    new URL('./back-test-thread.ts', import.meta.url),
    { name: 'back-test', silenceMs: monthMsMax },
  )
  try {
    for (let month = months.shift(); month !== undefined; month = months.shift()) {
      found.set(month, await thread.run({ from: dateOf(month), to: dateOf(month + 1) }))
    }
  } finally {
    await thread.stop()
  }
}

function dateOf(month: number): string {
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
