import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  berlinDate,
  formatBytes,
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatEur,
  formatHours,
  formatLongDate,
  formatLongMonth,
  formatMonth,
  formatRelative,
  formatShortDay,
  formatShortMonth,
  formatTime,
  parseGermanNumber,
  plural,
} from './format.ts'
import { formatNumber, formatPercent } from './format-number.ts'

/** Intl joins a number and its unit with a non-breaking space. */
const nbsp = '\u00a0'

describe('money, hours and counts', () => {
  test('an amount shows two decimals, a thousands separator and the euro sign', () => {
    expect(formatEur(1642.2)).toBe(`1.642,20${nbsp}€`)
    expect(formatEur(0)).toBe(`0,00${nbsp}€`)
    expect(formatEur(-12.5)).toBe(`-12,50${nbsp}€`)
  })

  test('hours show two decimals and no unit', () => {
    expect(formatHours(6.5)).toBe('6,50')
    expect(formatHours(1234)).toBe('1.234,00')
  })

  test('a file size uses its largest fitting unit', () => {
    expect([1, 1_024, 348_160, 1_023_000, 1_024_000, 10_485_760].map(formatBytes)).toEqual([
      '1\u00a0KB',
      '1\u00a0KB',
      '340\u00a0KB',
      '999\u00a0KB',
      '1\u00a0MB',
      '10\u00a0MB',
    ])
    expect(formatBytes(1_258_291)).toBe('1,2\u00a0MB')
  })

  test('counts, measured values and shares follow German notation', () => {
    expect(formatCount(5000)).toBe('5.000')
    expect(formatNumber(6.4, 1, 1)).toBe('6,4')
    expect(formatNumber(6)).toBe('6')
    expect(formatNumber(1.5, 3)).toBe('1,500')
    expect(formatPercent(0.64)).toBe(`64${nbsp}%`)
  })

  test('numbers match Intl, whose first use is too slow for the homepage', () => {
    const intl = (value: number, minimumFractionDigits: number, maximumFractionDigits: number) =>
      new Intl.NumberFormat('de-DE', { minimumFractionDigits, maximumFractionDigits }).format(value)
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), cents => {
        expect(formatHours(cents / 100)).toBe(intl(cents / 100, 2, 2))
        expect(formatNumber(cents / 100)).toBe(intl(cents / 100, 0, 2))
        expect(formatCount(cents)).toBe(intl(cents, 0, 0))
      }),
    )
    expect(formatHours(-0.001)).toBe('0,00')
  })

  test('a count takes the matching word', () => {
    expect(plural(0, 'Ticket', 'Tickets')).toBe('0\u00a0Tickets')
    expect(plural(1, 'Ticket', 'Tickets')).toBe('1\u00a0Ticket')
    expect(plural(1000, 'Ticket', 'Tickets')).toBe('1.000\u00a0Tickets')
  })
})

describe('dates and times', () => {
  test('a calendar date keeps its day', () => {
    expect(formatDate('2026-11-19')).toBe('19.11.2026')
    expect(formatDate('2026-01-01')).toBe('01.01.2026')
    expect(formatLongDate('2026-11-09')).toBe('9. November 2026')
    expect(formatMonth('2026-03-31')).toBe('März')
  })

  test('an instant is shown on its date in Germany, in winter and in summer', () => {
    expect(formatDate('2026-11-18T23:30:00.000Z')).toBe('19.11.2026')
    expect(formatDateTime('2026-11-19T13:10:00.000Z')).toBe(`19.11.2026,${nbsp}14:10`)
    expect(formatTime('2026-07-01T12:10:00.000Z')).toBe('14:10')
    expect(berlinDate(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01')
  })

  test('every format of an instant matches Intl, whose first use is too slow for the first list', () => {
    const intl = (options: Intl.DateTimeFormatOptions, language = 'de-DE') =>
      new Intl.DateTimeFormat(language, { timeZone: 'Europe/Berlin', ...options })
    const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
    const formats = {
      date: intl(date),
      long: intl({ day: 'numeric', month: 'long', year: 'numeric' }),
      shortDay: intl({ weekday: 'short', day: '2-digit', month: '2-digit' }),
      time: intl({ hour: '2-digit', minute: '2-digit' }),
      month: intl({ month: 'long' }),
      longMonth: intl({ month: 'long', year: 'numeric' }),
      shortMonth: intl({ month: 'short' }),
      iso: intl(date, 'en-CA'),
    }
    const compare = (moment: Date) => {
      const instant = moment.toISOString()
      const month = formats.iso.format(moment).slice(0, 7)
      const first = new Date(`${month}-01T12:00:00Z`)
      expect(formatDate(instant)).toBe(formats.date.format(moment))
      expect(formatLongDate(instant)).toBe(formats.long.format(moment))
      expect(formatShortDay(instant)).toBe(formats.shortDay.format(moment))
      expect(formatTime(instant)).toBe(formats.time.format(moment))
      expect(formatDateTime(instant)).toBe(`${formats.date.format(moment)},${nbsp}${formats.time.format(moment)}`)
      expect(formatMonth(instant)).toBe(formats.month.format(moment))
      expect(formatLongMonth(month)).toBe(formats.longMonth.format(first))
      expect(formatShortMonth(month)).toBe(formats.shortMonth.format(first).slice(0, 3))
      expect(berlinDate(moment)).toBe(formats.iso.format(moment))
    }
    // The European rule holds since 1996.
    fc.assert(
      fc.property(fc.date({ min: new Date('1996-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), compare),
    )
    for (const change of ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-12-31T23:00:00Z']) {
      for (const minutes of [-61, -60, -1, 0, 1, 59, 60]) compare(new Date(Date.parse(change) + minutes * 60_000))
    }
    expect(() => formatDate('unknown')).toThrow(RangeError)
  })

  test('every relative time matches Intl', () => {
    const nowMs = Date.parse('2026-11-20T12:00:00Z')
    const intl = new Intl.RelativeTimeFormat('de-DE', { numeric: 'auto' })
    const units = { year: 525_600, month: 43_200, day: 1_440, hour: 60, minute: 1 } as const
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[])),
        fc.integer({ min: 1, max: 29 }),
        fc.constantFrom(-1, 1),
        (unit, most, sign) => {
          const count = sign * Math.min(most, { year: 29, month: 12, day: 29, hour: 23, minute: 29 }[unit])
          const instant = new Date(nowMs + count * units[unit] * 60_000).toISOString()
          expect(formatRelative(instant, nowMs)).toBe(intl.format(count, unit).replace(/(\d) /, `$1${nbsp}`))
        },
      ),
    )
  })

  test('a relative time uses its largest fitting unit', () => {
    const nowMs = Date.parse('2026-11-20T12:00:00Z')
    expect(formatRelative('2026-11-20T11:59:30.000Z', nowMs)).toBe('gerade eben')
    expect(formatRelative('2026-11-20T11:55:00.000Z', nowMs)).toBe(`vor 5${nbsp}Minuten`)
    expect(formatRelative('2026-11-20T09:00:00.000Z', nowMs)).toBe(`vor 3${nbsp}Stunden`)
    expect(formatRelative('2026-11-19T11:00:00.000Z', nowMs)).toBe('gestern')
    expect(formatRelative('2026-11-22T13:00:00.000Z', nowMs)).toBe('übermorgen')
    expect(formatRelative('2024-11-01T12:00:00.000Z', nowMs)).toBe(`vor 2${nbsp}Jahren`)
  })

  test('a running time shows hours, minutes and seconds', () => {
    expect(formatDuration(0)).toBe('0:00:00')
    expect(formatDuration(3_909_999)).toBe('1:05:09')
    expect(formatDuration(100 * 3_600_000)).toBe('100:00:00')
    expect(formatDuration(-5)).toBe('0:00:00')
  })
})

describe('numbers as people type them', () => {
  test.each([
    ['1.234,5', 1234.5],
    ['1.234', 1234],
    ['1.234.567,89', 1234567.89],
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['12.50', 12.5],
    ['0,25', 0.25],
    [',5', 0.5],
    ['7,', 7],
    [' 80 € ', 80],
    ['1 234,50', 1234.5],
    ['-3,5', -3.5],
    ['−3,5', -3.5],
  ])('%j is %d', (text, value) => {
    expect(parseGermanNumber(text)).toBe(value)
  })

  test.each(['', ' ', ',', 'acht', '1,2,3', '1.23.4', '1.234.56', '1,234.5', '1e5', '0x10', '--1'])(
    '%j is not a number',
    text => {
      expect(parseGermanNumber(text)).toBeUndefined()
    },
  )

  test('every displayed amount can be typed again', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }), cents => {
        expect(parseGermanNumber(formatEur(cents / 100))).toBe(cents === 0 ? 0 : cents / 100)
      }),
    )
  })
})
