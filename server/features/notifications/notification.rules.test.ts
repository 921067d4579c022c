import { describe, expect, it } from 'vitest'
import { waitOf } from './notification.rules.ts'

const at = (text: string) => new Date(text)

describe('a notification', () => {
  it('is sent at once unless the customer waits for the morning or more may follow', () => {
    expect(waitOf('immediately', undefined, at('2026-03-10T09:00:00.000Z'))).toBeNull()
    expect(waitOf('immediately', 'ticket-1', at('2026-03-10T09:00:00.000Z'))).toEqual({
      dueAt: at('2026-03-10T09:10:00.000Z'),
      bundle: 'ticket-1',
    })
  })

  it.each([
    ['in winter', '2026-03-10T09:00:00.000Z', '2026-03-11T06:00:00.000Z'],
    ['in summer', '2026-07-10T09:00:00.000Z', '2026-07-11T05:00:00.000Z'],
    ['before seven, today', '2026-07-10T04:59:59.999Z', '2026-07-10T05:00:00.000Z'],
    ['at seven, tomorrow', '2026-07-10T05:00:00.000Z', '2026-07-11T05:00:00.000Z'],
    ['on the eve of summer time', '2026-03-28T12:00:00.000Z', '2026-03-29T05:00:00.000Z'],
    ['on the eve of winter time', '2026-10-24T12:00:00.000Z', '2026-10-25T06:00:00.000Z'],
    ['in the hour that comes twice', '2026-10-25T00:30:00.000Z', '2026-10-25T06:00:00.000Z'],
  ])('waits for seven in Berlin %s', (_, now, dueAt) => {
    expect(waitOf('daily', 'ticket-1', at(now))).toEqual({ dueAt: at(dueAt), bundle: 'daily' })
  })
})
