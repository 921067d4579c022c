import { expect, test } from 'vitest'
import { type GapFacts, gapsOf, stretchesBetween } from './gap-reason.rules.ts'

const slotMs = 900_000
const grid = { number: 1, name: 'Netz', place: 'grid ', createdAt: 0, firstAt: 0 }
const sun = { number: 2, name: 'Sonne', place: 'pv ', createdAt: 0, firstAt: 0 }
const none: GapFacts = {
  stretches: [{ from: 0, to: 4 * slotMs }],
  channels: [grid, sun],
  firstAt: null,
  heard: new Map(),
  refusals: [],
  proposedAt: null,
}
/** The gaps beside these quarter-hours of the hour. */
function beside(...known: number[]): Pick<GapFacts, 'stretches'> {
  const at = (slot: number | undefined) => (slot === undefined ? null : slot * slotMs)
  const slots = known.map((slot, index) => ({
    at: slot * slotMs,
    before: at(known[index - 1]),
    after: at(known[index + 1]),
  }))
  return { stretches: stretchesBetween(slots, { from: 0, to: 4 * slotMs }) }
}
const heard = (number: number, ...slots: number[]) => [number, new Set(slots.map(slot => slot * slotMs))] as const

/** Gaps as `slot–slot reason: channels`. */
function found(facts: Partial<GapFacts>): string[] {
  return gapsOf({ ...none, ...facts }).map(({ from, to, reason, channels, code }) => {
    const [first, last] = [Date.parse(from) / slotMs, Date.parse(to) / slotMs]
    return `${first}–${last} ${[reason, ...channels, ...(code === null ? [] : [code])].join(' ')}`
  })
}

test.each<[string, Partial<GapFacts>, string[]]>([
  ['no gap where the site is known', beside(0, 1, 2, 3), []],
  ['a site that is silent', beside(1), ['0–1 site_silent', '2–4 site_silent']],
  ['one channel that is silent', { heard: new Map([heard(1, 0, 1, 2, 3)]) }, ['0–4 channel_silent Sonne']],
  [
    'one and then the other',
    { heard: new Map([heard(1, 0, 1), heard(2, 2, 3)]) },
    ['0–2 channel_silent Sonne', '2–4 channel_silent Netz'],
  ],
  [
    'before the first value of the site, then silence',
    { channels: [grid, sun].map(channel => ({ ...channel, firstAt: 2 * slotMs })) },
    ['0–2 before_first', '2–4 site_silent'],
  ],
  [
    'a site whose old channels have gone',
    { channels: [grid, sun].map(channel => ({ ...channel, firstAt: 4 * slotMs })), firstAt: slotMs, ...beside(1) },
    ['0–1 before_first', '2–4 site_silent'],
  ],
  [
    'before the first value of one channel',
    { channels: [grid, { ...sun, firstAt: null }], heard: new Map([heard(1, 0, 1, 2, 3)]) },
    ['0–4 before_first Sonne'],
  ],
  [
    'a channel that was added later',
    {
      channels: [grid, { ...sun, createdAt: 3 * slotMs, firstAt: 3 * slotMs }],
      ...beside(3),
      heard: new Map([heard(1, 0, 1, 2)]),
    },
    ['0–3 not_assigned Sonne'],
  ],
  [
    'values that nobody has assigned',
    { channels: [], proposedAt: 1.5 * slotMs },
    ['0–1 before_first', '1–4 not_assigned'],
  ],
  ['a site without a channel and a value', { channels: [] }, ['0–4 before_first']],
  [
    'refused values',
    {
      refusals: [
        { channel: 'grid', at: slotMs, code: 'value.implausible' },
        { channel: 'grid', at: 2 * slotMs - 1, code: 'value.implausible' },
      ],
    },
    ['0–1 site_silent', '1–2 refused grid value.implausible', '2–4 site_silent'],
  ],
  [
    'the counter of a device stands in for its power',
    {
      channels: [grid, { ...grid, number: 3, name: 'Zähler' }, sun],
      heard: new Map([heard(3, 0, 1, 2, 3)]),
    },
    ['0–4 channel_silent Sonne'],
  ],
])('%s', (_, facts, gaps) => {
  expect(found(facts)).toEqual(gaps)
})
