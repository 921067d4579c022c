import { describe, expect, it } from 'vitest'
import { cutOff, unexpectedAnswers } from './flood-answers.ts'

const read = { statuses: [200, 429] }
const megabyte = { statuses: [413, 429], body: '0'.repeat(1_000_000) }

describe('the answers to a flood', () => {
  it('are the regular ones, and the refusal beyond the limit', () => {
    expect(unexpectedAnswers(read, { 200: 3 })).toEqual([])
    expect(unexpectedAnswers(read, { 200: 3, 429: 900 })).toEqual([])
    expect(unexpectedAnswers(read, { 429: 900 })).toEqual([])
  })

  it.each([401, 500, cutOff])('fail the proof with a single %s', status => {
    expect(unexpectedAnswers(read, { 200: 3, [status]: 1 })).toEqual([String(status)])
  })

  it.each([401, 500, cutOff])('fail the proof with %s throughout', status => {
    expect(unexpectedAnswers(read, { [status]: 900 })).toEqual([String(status), 'never 200 or 429'])
  })

  it('fail the proof when there are none', () => {
    expect(unexpectedAnswers(read, {})).toEqual(['never 200 or 429'])
  })

  it('may be cut off for a long body, but not throughout', () => {
    expect(unexpectedAnswers(megabyte, { 413: 3, [cutOff]: 9 })).toEqual([])
    expect(unexpectedAnswers(megabyte, { [cutOff]: 900 })).toEqual(['never 413 or 429'])
  })
})
