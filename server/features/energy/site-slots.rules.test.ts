import { describe, expect, it } from 'vitest'
import type { ChannelMeasure, ChannelRole } from '#contract/energy-roles.ts'
import { type ChannelSlot, slotMs } from './channel-slots.rules.ts'
import { type SiteChannel, siteSlot } from './site-slots.rules.ts'

type Given = Partial<ChannelSlot> & { role: ChannelRole; measure?: ChannelMeasure; device?: string }

/** A slot of a site from slots of channels; a channel without energy has no slot. */
function siteOf(...given: readonly Given[]) {
  const channels: SiteChannel[] = given.map(({ role, measure = 'power', device = '' }, number) => ({
    number,
    role,
    measure,
    device,
    storageId: null,
  }))
  const slots = new Map(
    given.flatMap(({ role: _, measure: __, device: ___, ...slot }, number): [number, ChannelSlot][] =>
      slot.mwh === undefined && slot.last === undefined
        ? []
        : [
            [
              number,
              {
                at: 0,
                mwh: 0,
                reverseMwh: 0,
                mean: 0,
                least: 0,
                most: 0,
                last: 0,
                coveredMs: slotMs,
                quality: 'measured',
                ...slot,
              },
            ],
          ],
    ),
  )
  return siteSlot(0, channels, slots)
}

describe('the slot of a site', () => {
  it('gives the house the remainder of the other flows', () => {
    const slot = siteOf(
      { role: 'grid', mwh: 100, reverseMwh: 30 },
      { role: 'pv', mwh: 500 },
      { role: 'battery', mwh: 20, reverseMwh: 200 },
      { role: 'car', mwh: 150 },
    )
    expect(slot).toMatchObject({
      import: 100,
      export: 30,
      pv: 500,
      discharge: 20,
      charge: 200,
      car: 150,
      heat: null,
      house: 240,
      unexplained: 0,
    })
  })

  it('has no house below zero: the rest is unexplained', () => {
    expect(siteOf({ role: 'grid', mwh: 0, reverseMwh: 700 }, { role: 'pv', mwh: 500 })).toMatchObject({
      house: 0,
      unexplained: 200,
    })
  })

  it('takes a measured house as it is, and states the difference of the other flows', () => {
    expect(siteOf({ role: 'grid', mwh: 400 }, { role: 'house', mwh: 350 })).toMatchObject({
      house: 350,
      unexplained: 50,
    })
  })

  it('adds up channels of one role; a counter replaces the power of its own device only', () => {
    const slot = siteOf(
      { role: 'pv', mwh: 100, device: 'roof' },
      { role: 'pv', measure: 'generation', mwh: 110, device: 'roof' },
      { role: 'pv', mwh: 50, device: 'shed' },
    )
    expect(slot.pv).toBe(160)
  })

  it('takes the power where a counter is silent', () => {
    expect(siteOf({ role: 'pv', mwh: 100 }, { role: 'pv', measure: 'generation' }).pv).toBe(100)
  })

  it('is a gap where one of its flows is unknown, and covered as long as the least covered flow', () => {
    expect(siteOf({ role: 'grid', mwh: 100 }, { role: 'pv' })).toMatchObject({
      pv: null,
      house: null,
      quality: 'gap',
      coveredMs: 0,
    })
    expect(siteOf({ role: 'grid', mwh: 100, coveredMs: 500_000 }, { role: 'pv', mwh: 1 }).coveredMs).toBe(500_000)
    expect(siteOf({ role: 'grid', mwh: 100, coveredMs: 0, quality: 'estimated' })).toMatchObject({
      coveredMs: 0,
      quality: 'estimated',
    })
  })

  it('has the mean level of its batteries', () => {
    expect(
      siteOf({ role: 'battery', measure: 'level', last: 40_000 }, { role: 'battery', measure: 'level', last: 61_000 })
        .level,
    ).toBe(50_500)
  })
})
