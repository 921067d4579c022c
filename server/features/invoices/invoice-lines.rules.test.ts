import { describe, expect, it } from 'vitest'
import { lineGroupings } from '#contract/invoice-lines.ts'
import { lineNetCents } from '#contract/invoice-sums.ts'
import { invoiceLinesMax } from '#contract/limits.ts'
import { entryTypes } from '#contract/ticket-entries.ts'
import { entryTotalCents } from '#server/features/tickets/ticket-entry.rules.ts'
import type { WorkEntry } from '#server/features/tickets/ticket-invoicing.queries.ts'
import { fittingWork, type LineFields, linesOfWork, plannedLines } from './invoice-lines.rules.ts'

let built = 0

function entryOf(parts: Partial<WorkEntry> = {}): WorkEntry {
  built += 1
  const billed = { minutes: 60, hourly_rate_cents: 9_000, extra_cents: 0, ...parts }
  return {
    id: `e${String(built).padStart(5, '0')}`,
    ticket_id: 't1',
    ticket_number: 'T-2026-0007',
    ticket_name: 'Wallbox',
    name: 'Zähler geprüft',
    description: '',
    type: 'consulting',
    date: '2026-02-03',
    extra_text: billed.extra_cents > 0 ? 'Material' : '',
    ...billed,
    total_cents: entryTotalCents(billed),
    ...parts,
  }
}

const summary = (lines: readonly LineFields[]) =>
  lines.map(line => [line.text, line.quantity_milli, line.unit, line.unit_price_e4, line.net_cents])

describe('lines of work', () => {
  it('have hours and rate of an entry, and its extra charge on a line of its own', () => {
    const entry = entryOf({ minutes: 20, extra_cents: 1_250 })
    const lines = linesOfWork([entry], 'entry')
    expect(summary(lines)).toEqual([
      ['Zähler geprüft', 330, 'hour', 900_000, 2_970],
      ['Material', 1_000, 'lumpSum', 125_000, 1_250],
    ])
    expect(lines.map(line => line.description)).toEqual(Array(2).fill('T-2026-0007 · Wallbox · 03.02.2026'))
  })

  it('become one amount with the hours in its text where hours times rate is another sum', () => {
    const odd = [entryOf({ minutes: 1, hourly_rate_cents: 9_025 }), entryOf({ minutes: 1, hourly_rate_cents: 9_025 })]
    expect(summary(linesOfWork(odd, 'ticket'))).toEqual([['Wallbox (0,04\u00a0Std.)', 1_000, 'lumpSum', 36_200, 362]])
    const even = [entryOf(), entryOf({ minutes: 30 })]
    expect(summary(linesOfWork(even, 'ticket'))).toEqual([['Wallbox', 1_500, 'hour', 900_000, 13_500]])
    const twoRates = [entryOf(), entryOf({ hourly_rate_cents: 10_000 })]
    expect(summary(linesOfWork(twoRates, 'ticket'))).toEqual([
      ['Wallbox (2,00\u00a0Std.)', 1_000, 'lumpSum', 1_900_000, 19_000],
    ])
  })

  it('show work without time and amount, and follow the order of the types', () => {
    const lines = linesOfWork(
      [entryOf({ type: 'travel', minutes: 0 }), entryOf({ type: 'consulting', date: '2026-02-09' })],
      'type',
    )
    expect(summary(lines)).toEqual([
      ['Beratung', 1_000, 'hour', 900_000, 9_000],
      ['Anfahrt', 1_000, 'lumpSum', 0, 0],
    ])
  })

  it.each(lineGroupings)('add up to the billed sum of each ticket when grouped by %s', grouping => {
    const random = randomNumbers(20_261_123)
    for (let round = 0; round < 300; round += 1) {
      const rates = [8_999, 9_025, 9_500].slice(0, 1 + (random() % 3))
      const entries = Array.from({ length: 1 + (random() % 12) }, () =>
        entryOf({
          ticket_id: `t${random() % 3}`,
          type: entryTypes[random() % 3] ?? 'consulting',
          minutes: random() % 4 === 0 ? 0 : random() % 500,
          hourly_rate_cents: rates[random() % rates.length] ?? 9_000,
          extra_cents: random() % 3 === 0 ? random() % 10_000 : 0,
          date: `2026-02-${String(1 + (random() % 28)).padStart(2, '0')}`,
        }),
      )
      const lines = linesOfWork(entries, grouping)
      for (const line of lines) {
        const own = { quantityMilli: line.quantity_milli, unitPriceE4: line.unit_price_e4 }
        expect(lineNetCents(own)).toBe(line.net_cents)
        expect(line.work.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(line.net_cents)
      }
      for (const ticket of ['t0', 't1', 't2']) {
        const work = lines.flatMap(line => line.work).filter(({ ticket_id }) => ticket_id === ticket)
        const billed = entries.filter(entry => entry.ticket_id === ticket)
        expect(work.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(
          billed.reduce((sum, entry) => sum + entry.total_cents, 0),
        )
        expect(new Set(work.map(({ entry_id }) => entry_id))).toEqual(new Set(billed.map(({ id }) => id)))
      }
    }
  })
})

describe('the work that an invoice can hold', () => {
  it.each(lineGroupings)('is the oldest, up to the last line it has room for, when grouped by %s', grouping => {
    const random = randomNumbers(20_261_126)
    for (let round = 0; round < 20; round += 1) {
      const entries = Array.from({ length: 1 + (random() % 900) }, () =>
        entryOf({
          ticket_id: `t${random() % 300}`,
          minutes: random() % 4 === 0 ? 0 : 30,
          extra_cents: random() % 2 === 0 ? 1_000 : 0,
          date: `2026-02-${String(1 + (random() % 28)).padStart(2, '0')}`,
        }),
      )
      const chosen = fittingWork(entries, grouping)
      const ids = new Set(chosen.map(({ id }) => id))
      const left = entries.filter(({ id }) => !ids.has(id))
      expect(linesOfWork(chosen, grouping).length).toBeLessThanOrEqual(invoiceLinesMax)
      const [next] = left.toSorted((one, other) => one.date.localeCompare(other.date) || one.id.localeCompare(other.id))
      if (next === undefined) continue
      expect(linesOfWork([...chosen, next], grouping).length).toBeGreaterThan(invoiceLinesMax)
      for (const { date } of chosen) expect(date <= next.date).toBe(true)
    }
  })
})

describe('the lines of a draft', () => {
  const free = {
    text: 'Nachlass',
    description: '',
    quantity: -1,
    unit: 'lumpSum',
    unitPrice: 5,
    vatCase: 'standard',
  } as const

  it('keep order, text and VAT case of those sent, and the amounts of the work', () => {
    const [first, second] = [entryOf(), entryOf({ date: '2026-02-04' })]
    const work = linesOfWork([first, second], 'entry')
    const known = [
      { id: 'a', work_key: `entry:${first.id}` },
      { id: 'b', work_key: `entry:${second.id}` },
    ]
    const sent = [free, { ...free, id: 'b', text: 'Messung' }, { ...free, id: 'a' }]
    const lines = plannedLines(sent, known, work, null)
    expect(lines.map(line => [line.id, line.text, line.net_cents, line.vat_case])).toEqual([
      [null, 'Nachlass', -500, 'standard'],
      ['b', 'Messung', 9_000, 'standard'],
      ['a', 'Nachlass', 9_000, 'standard'],
    ])
  })

  it('follow the entries: gone work is left out, new work is added after the known lines of work', () => {
    const [gone, stays, added] = [entryOf(), entryOf(), entryOf({ name: 'Neu' })]
    const known = [
      { id: 'a', work_key: `entry:${gone.id}` },
      { id: 'b', work_key: `entry:${stays.id}` },
    ]
    const sent = [{ ...free, id: 'a' }, { ...free, id: 'b', text: 'Bleibt' }, free]
    const lines = plannedLines(sent, known, linesOfWork([stays, added], 'entry'), 'smallBusiness')
    expect(lines.map(line => [line.id, line.text, line.vat_case])).toEqual([
      ['b', 'Bleibt', 'standard'],
      [null, 'Neu', 'smallBusiness'],
      [null, 'Nachlass', 'standard'],
    ])
  })

  it('take no id of another invoice, and none twice', () => {
    const known = [{ id: 'a', work_key: null }]
    const sent = [
      { ...free, id: 'a' },
      { ...free, id: 'a' },
      { ...free, id: 'foreign' },
    ]
    expect(plannedLines(sent, known, [], null).map(line => line.id)).toEqual(['a', null, null])
  })
})

/** Repeatable (LCG of Numerical Recipes). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}
