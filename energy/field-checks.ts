/** Reads fields of an unknown JSON value; notes each fault with its field and a code, and continues. */

export type ProblemCode =
  | 'json'
  | 'required'
  | 'type'
  | 'range'
  | 'length'
  | 'instant'
  | 'time'
  | 'choice'
  | 'order'
  | 'duplicate'
  | 'unknown'

export type Problem = { field: string; code: ProblemCode }

export type Fields = Readonly<Record<string, unknown>>

export type Range = { min?: number; max?: number; above?: number }

export type Reader = {
  problems: Problem[]
  note(field: string, code: ProblemCode): void
  fields(value: unknown, field: string): Fields
  /** Without a default the field is required. */
  number(value: unknown, field: string, range: Range, whenMissing?: number): number
  optionalNumber(value: unknown, field: string, range: Range): number | null
  flag(value: unknown, field: string, whenMissing: boolean): boolean
  list(value: unknown, field: string, whenMissing?: readonly unknown[]): readonly unknown[]
  series(value: unknown, field: string, length: number, range: Range, whenMissing?: number): number[]
  seriesWithGaps(value: unknown, field: string, length: number, range?: Range): (number | null)[]
  instant(value: unknown, field: string): string
}

/** No household's power, content or price exceeds this, and no solver is exact beyond it. */
const largest = 1e9

/** The date, the time with optional seconds, and an offset: an instant that means the same everywhere. */
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

export function createReader(): Reader {
  const problems: Problem[] = []
  const note = (field: string, code: ProblemCode) => void problems.push({ field, code })
  const number: Reader['number'] = (value, field, range, whenMissing) => {
    if (value === undefined && whenMissing !== undefined) return whenMissing
    if (value === undefined) note(field, 'required')
    else if (typeof value !== 'number' || !Number.isFinite(value)) note(field, 'type')
    else if (!isWithin(value, range)) note(field, 'range')
    else return value
    return whenMissing ?? range.min ?? 1
  }
  const list: Reader['list'] = (value, field, whenMissing) => {
    if (value === undefined && whenMissing !== undefined) return whenMissing
    if (value === undefined) note(field, 'required')
    else if (!Array.isArray(value)) note(field, 'type')
    else return value
    return []
  }
  /** The entries of a list that has the length of the steps. */
  const entries = (value: unknown, field: string, length: number): readonly unknown[] | undefined => {
    const before = problems.length
    const all = list(value, field)
    if (problems.length > before) return undefined
    if (all.length === length) return all
    note(field, 'length')
    return undefined
  }
  return {
    problems,
    note,
    number,
    list,
    fields: (value, field) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields // Objects of JSON.
      note(field, value === undefined ? 'required' : 'type')
      return {}
    },
    optionalNumber: (value, field, range) =>
      value === undefined || value === null ? null : number(value, field, range, 0),
    flag: (value, field, whenMissing) => {
      if (value === undefined) return whenMissing
      if (typeof value !== 'boolean') note(field, 'type')
      return value === true
    },
    series: (value, field, length, range, whenMissing) => {
      if (value === undefined && whenMissing !== undefined) return new Array<number>(length).fill(whenMissing)
      return (entries(value, field, length) ?? []).map((entry, index) =>
        number(entry === undefined ? null : entry, `${field}.${index}`, range),
      )
    },
    seriesWithGaps: (value, field, length, range = {}) =>
      (entries(value, field, length) ?? []).map((entry, index) =>
        entry === null ? null : number(entry, `${field}.${index}`, range),
      ),
    instant: (value, field) => {
      if (value === undefined) note(field, 'required')
      else if (typeof value !== 'string') note(field, 'type')
      else if (!isInstant(value)) note(field, 'instant')
      else return value
      return '1970-01-01T00:00:00Z'
    },
  }
}

/** The parser alone takes 30 February for 2 March. */
function isInstant(text: string): boolean {
  const date = text.slice(0, 10)
  if (!instantPattern.test(text) || Number.isNaN(Date.parse(text))) return false
  return new Date(date).toISOString().startsWith(date)
}

function isWithin(value: number, { min = -largest, max = largest, above = Number.NEGATIVE_INFINITY }: Range): boolean {
  return value >= min && value <= max && value > above
}
