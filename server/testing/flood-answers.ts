/** Whether a flood was answered as it should be. */
import type { FloodCall } from './flood-calls.ts'

type Expectation = Pick<FloodCall, 'statuses' | 'body'>

/** Instead of a status: the connection was closed without an answer. */
export const cutOff = 'cut off'
/** A server that refuses a body by its length does not read it to the end, and may close the connection. */
const readBytesMax = 64 * 1_024

/** The unexpected statuses in `answers` (count by status), and `never …` if none of the expected ones came. */
export function unexpectedAnswers(
  { statuses, body = '' }: Expectation,
  answers: Readonly<Record<string, number>>,
): string[] {
  const expected = new Set(statuses.map(String))
  const given = Object.keys(answers)
  const faults = given.filter(status => !expected.has(status) && !(status === cutOff && body.length > readBytesMax))
  return given.some(status => expected.has(status)) ? faults : [...faults, `never ${statuses.join(' or ')}`]
}
