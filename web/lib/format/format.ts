/**
 * Formats money, hours, counts and dates in German notation, times of day in Europe/Berlin, regardless of the browser's
 * settings. Without Intl, except for names of countries: its first use takes a browser 25 to 60 ms, which a phone spends
 * before its first list shows. Tests compare every format with Intl.
 */
import { berlinTime } from '#energy/berlin-time.ts'
import { formatNumber } from './format-number.ts'

const monthNames = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
] as const
const shortWeekdays = ['So.', 'Mo.', 'Di.', 'Mi.', 'Do.', 'Fr.', 'Sa.'] as const
let countryNames: Intl.DisplayNames | undefined

/** EUR with two decimals: `1.642,20 €`. */
export function formatEur(amountEur: number): string {
  return `${formatNumber(amountEur, 2, 2)}\u00a0€`
}

/** Hours with two decimals and no unit: `6,50`. */
export function formatHours(hours: number): string {
  return formatNumber(hours, 2, 2)
}

/** Hours as hours and minutes, to the minute: `1 Std. 30 Min.`, `20 Min.`. */
export function formatWorkTime(hours: number): string {
  const all = Math.round(hours * 60)
  const [whole, minutes] = [Math.floor(all / 60), all % 60]
  const parts = [
    whole > 0 ? `${formatCount(whole)}\u00a0Std.` : '',
    minutes > 0 || whole === 0 ? `${minutes}\u00a0Min.` : '',
  ]
  return parts.filter(part => part !== '').join('\u00a0')
}

/** A whole number with thousands separators: `1.234`. */
export function formatCount(count: number): string {
  return formatNumber(count, 0, 0)
}

/** A file size: `340 KB`, `1,2 MB`. */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  return kilobytes < 1000 ? `${formatCount(kilobytes)}\u00a0KB` : `${formatNumber(bytes / 1_048_576, 0, 1)}\u00a0MB`
}

/** A calendar date (`YYYY-MM-DD`) or an instant as `19.11.2026`. */
export function formatDate(dateOrInstant: string): string {
  const { day, month, year } = wallClock(instantOf(dateOrInstant))
  return `${twoDigits(day)}.${twoDigits(month)}.${year}`
}

/** A calendar date or an instant as `19. November 2026`. */
export function formatLongDate(dateOrInstant: string): string {
  const { day, month, year } = wallClock(instantOf(dateOrInstant))
  return `${day}. ${monthNames[month - 1]} ${year}`
}

/** A calendar date or an instant as `Mi., 25.11.`. */
export function formatShortDay(dateOrInstant: string): string {
  const { weekday, day, month } = wallClock(instantOf(dateOrInstant))
  return `${shortWeekdays[weekday]}, ${twoDigits(day)}.${twoDigits(month)}.`
}

/** An instant as `19.11.2026, 14:10`, without line breaks. */
export function formatDateTime(instant: string): string {
  return `${formatDate(instant)},\u00a0${formatTime(instant)}`
}

/** The time of day of an instant: `14:10`. */
export function formatTime(instant: string): string {
  const { minute } = wallClock(instantOf(instant))
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
}

/** The month of a calendar date or an instant: `November`. */
export function formatMonth(dateOrInstant: string): string {
  return monthNames[wallClock(instantOf(dateOrInstant)).month - 1] ?? ''
}

/** A calendar month (`YYYY-MM`) for the axis of a chart: `Nov`. */
export function formatShortMonth(month: string): string {
  return formatMonth(`${month}-01`).slice(0, 3)
}

/** A calendar month (`YYYY-MM`) with its year: `November 2026`. */
export function formatLongMonth(month: string): string {
  return `${formatMonth(`${month}-01`)} ${month.slice(0, 4)}`
}

/** EUR without cents, for the scale of a chart: `1.500 €`. */
export function formatRoundEur(amountEur: number): string {
  return `${formatNumber(amountEur, 0, 0)}\u00a0€`
}

/** An instant relative to now, in its largest fitting unit: `vor 5 Minuten`, `gestern`. */
export function formatRelative(instant: string, nowMs: number = Date.now()): string {
  const distanceMs = instantOf(instant).getTime() - nowMs
  for (const { unitMs, one, many, names } of relativeUnits) {
    if (Math.abs(distanceMs) < unitMs) continue
    const count = Math.trunc(distanceMs / unitMs)
    return names[count] ?? `${count < 0 ? 'vor' : 'in'} ${plural(Math.abs(count), one, many)}`
  }
  return 'gerade eben'
}

/** A duration in milliseconds as hours, minutes and seconds: `1:05:09`. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000))
  const minutesOfHour = Math.floor(seconds / 60) % 60
  return [Math.floor(seconds / 3600), twoDigits(minutesOfHour), twoDigits(seconds % 60)].join(':')
}

/** A country (ISO 3166-1 alpha-2) by its German name: `AT` as `Österreich`. */
export function formatCountry(code: string): string {
  countryNames ??= new Intl.DisplayNames('de-DE', { type: 'region' })
  return countryNames.of(code) ?? code
}

/** Facts on one line: `A-2026-0012 · gestern`. At a line break, the dot stays with the fact before it. */
export function joinFacts(facts: readonly (string | null)[]): string {
  return facts.filter(fact => fact !== null && fact !== '').join('\u00a0· ')
}

/** The count with the matching word: `1 Ticket`, `31 Tickets`. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)}\u00a0${count === 1 ? one : many}`
}

/** The calendar date (`YYYY-MM-DD`) of an instant in Germany; today without an argument. */
export function berlinDate(moment: Date = new Date()): string {
  const { day, month, year } = wallClock(moment)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

/**
 * Parses a number as people type it in Germany: `1.234,5`, `12,5`, `12.5`, `1 234`, `80 €`. A single dot before exactly
 * three digits separates thousands. Undefined if it is not a number.
 */
export function parseGermanNumber(text: string): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f'’]|€|EUR/g, '').replace(/^[−–]/, '-')
  if (/^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$/.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'))
  if (/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(bare)) return Number(bare.replace(',', '.'))
  return undefined
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
type RelativeUnit = { unitMs: number; one: string; many: string; names: Readonly<Record<number, string>> }
/** In the dative, from the largest. */
const relativeUnits: readonly RelativeUnit[] = [
  {
    unitMs: 365 * dayMs,
    one: 'Jahr',
    many: 'Jahren',
    names: { [-1]: 'letztes Jahr', 1: 'nächstes Jahr' },
  },
  {
    unitMs: 30 * dayMs,
    one: 'Monat',
    many: 'Monaten',
    names: { [-1]: 'letzten Monat', 1: 'nächsten Monat' },
  },
  {
    unitMs: dayMs,
    one: 'Tag',
    many: 'Tagen',
    names: { [-2]: 'vorgestern', [-1]: 'gestern', 1: 'morgen', 2: 'übermorgen' },
  },
  { unitMs: 60 * minuteMs, one: 'Stunde', many: 'Stunden', names: {} },
  { unitMs: minuteMs, one: 'Minute', many: 'Minuten', names: {} },
]

/** A calendar date is taken at noon UTC, which is the same day in Germany all year. */
function instantOf(dateOrInstant: string): Date {
  return new Date(dateOrInstant.length === 10 ? `${dateOrInstant}T12:00:00Z` : dateOrInstant)
}

type WallClock = { year: number; month: number; day: number; weekday: number; minute: number }

/** `month` is 1 to 12, `weekday` 0 for Sunday, `minute` that of the day. Throws a RangeError for an invalid date. */
function wallClock(moment: Date): WallClock {
  const { day, minute, month } = berlinTime(moment.getTime())
  if (Number.isNaN(day)) throw new RangeError('Invalid date')
  const local = new Date(day * dayMs)
  return { year: local.getUTCFullYear(), month, day: local.getUTCDate(), weekday: local.getUTCDay(), minute }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
