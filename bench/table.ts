import type { Comparison } from './load.ts'

export type MeasuredCase = { name: string; target: number | null; comparison: Comparison; against: string }

export function isMissed({ target, comparison }: MeasuredCase): boolean {
  return target !== null && comparison.ratio < target
}

/**
 * The result as a text table. Its ratio is that of requests per second; the ratio of CPU time per request is more
 * stable on a shared machine.
 */
export function table(cases: MeasuredCase[]): string {
  const rows = cases.map(({ name, target, comparison: { ratio, one, other }, against }) => [
    name,
    one.perSecond.toFixed(0),
    `${one.processorUs.toFixed(0)} µs`,
    `${one.p99Ms.toFixed(0)} ms`,
    against,
    other.perSecond.toFixed(0),
    `${other.processorUs.toFixed(0)} µs`,
    ratio.toFixed(2),
    (other.processorUs / one.processorUs).toFixed(2),
    target === null ? '' : `${target.toFixed(2)} ${ratio >= target ? 'ok' : 'MISSED'}`,
  ])
  const head = ['case', 'req/s', 'CPU', 'p99', 'against', 'req/s', 'CPU', 'ratio', 'CPU ratio', 'target']
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map(row => row[i]?.length ?? 0)))
  return [head, ...rows]
    .map(row =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
