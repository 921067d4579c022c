/** The portal's answers meanwhile, from its log. */

export type Probe = {
  readonly name: string
  /** The period of sqlmap's requests. */
  readonly begun: string
  readonly ended: string
  readonly isGood: boolean
  readonly valuesCount: number
}

/** Statuses of requests refused before they are read: nothing was tested. */
const atTheDoor: Readonly<Record<number, true>> = { 401: true, 403: true, 415: true, 429: true }

type LogLine = { time: string; msg: string; status: number }

/**
 * All answers, and for each probe a line: the first status, which is that of the unmodified request, and the count of
 * each. A misplaced quote causes a fault, also where sqlmap sees no difference.
 */
export function countAnswers(probes: readonly Probe[], log: string) {
  const answers = log
    .split('\n')
    .filter(line => line.startsWith('{') && line.includes('"msg":"request"'))
    // A line of our own log.
    .map(line => JSON.parse(line) as LogLine)
  const lines = probes.map(({ name, begun, ended }) => {
    const statuses = answers.filter(({ time }) => time >= begun && time <= ended).map(({ status }) => status)
    const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, each]) => `${status}×${each?.length}`)
    return { text: `${name}: first ${statuses[0]}; ${counts.join(' ')}`, statuses }
  })
  return {
    all: lines.reduce((sum, { statuses }) => sum + statuses.length, 0),
    lines: lines.map(({ text }) => text),
    unread: lines.filter(({ statuses }) => statuses.every(status => status in atTheDoor)).map(({ text }) => text),
    faulty: lines.filter(({ statuses }) => statuses.some(status => status >= 500)).map(({ text }) => text),
  }
}
