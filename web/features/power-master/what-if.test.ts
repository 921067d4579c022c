import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finishedDayMarkup, withFinishedDay } from '#scripts/build-finished-day.ts'
import { finishedAnswer } from './finished-answer.ts'
import { marketDayNames, marketDays } from './market-days.ts'
import { houseLines, savingText } from './what-if.labels.ts'
import { resultOf } from './what-if-answer.ts'
import { answerTo, loadSolver } from './what-if-engine.ts'
import { houseOf, searchOf, sliderNames, sliders, tariffNames, usualHouse, type WhatIfHouse } from './what-if-house.ts'
import { policies } from './what-if-tasks.ts'

const solve = await loadSolver(() => expect.unreachable('the solver broke down'))

const numbers = Object.fromEntries(
  sliderNames.map(name => {
    const { min, max, step } = sliders[name]
    return [name, fc.integer({ min: 0, max: (max - min) / step }).map(steps => min + steps * step)]
  }),
)
// One arbitrary number for each slider, and a word for each choice.
const arbitraryHouse = fc.record({
  day: fc.constantFrom(...marketDayNames),
  tariff: fc.constantFrom(...tariffNames),
  ...numbers,
}) as fc.Arbitrary<WhatIfHouse>

test('the address holds every house, and an impossible one gets the usual values', () => {
  fc.assert(
    fc.property(arbitraryHouse, house => {
      expect(houseOf(searchOf(house))).toEqual(house)
    }),
  )
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('day', 'tariff', 'pv', 'battery', 'car', 'departure', 'heat'), fc.string()),
      search => {
        const house = houseOf(search)
        expect(houseOf(searchOf(house))).toEqual(house)
      },
    ),
  )
  expect(houseOf({ pv: '21', battery: '-1', car: '3', departure: 'NaN', heat: '1e9', day: 'rain' })).toEqual(usualHouse)
})

test.each(marketDayNames)('the %s day has a price for each hour, and begins at midnight in Berlin', name => {
  const { date, startsAt, spotEurPerMwh } = marketDays[name]
  expect(spotEurPerMwh).toHaveLength(24)
  const midnight = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' })
  expect(midnight.format(new Date(startsAt))).toBe(`${date} 00:00`)
})

test('every house has an answer that adds up, and nothing costs less than the possible minimum', () => {
  fc.assert(
    fc.property(arbitraryHouse, house => {
      const answer = answerTo(house, solve)
      expect(answer.results.map(({ policy }) => policy)).toEqual(policies)
      for (const { generationKw, houseKw, heatPumpKw, wallboxKw, batteryKw, gridKw } of answer.hours) {
        expect(generationKw + gridKw).toBeCloseTo(houseKw + heatPumpKw + wallboxKw + batteryKw, 0)
      }
      const { eur, missingKwh } = resultOf(answer, 'bound')
      for (const other of answer.results) {
        if (other.missingKwh <= missingKwh) expect(eur).toBeLessThanOrEqual(other.eur + 0.02)
      }
      expect(savingText(answer)).not.toMatch(/NaN|undefined/)
      expect(houseLines(house).split('\n')).toHaveLength(7)
    }),
    { numRuns: 6, seed: 3 },
  )
})

test('without a solver the rules answer, and the answer indicates that', () => {
  const answer = answerTo(usualHouse, undefined)
  expect(answer.isByRules).toBe(true)
  expect(resultOf(answer, 'optimiser').eur).toBeCloseTo(resultOf(answer, 'rules').eur, 0)
})

describe('the finished day', () => {
  test('is the answer of the engine to the usual house', () => {
    expect(answerTo(usualHouse, solve)).toEqual(finishedAnswer)
  })

  test('is in the page without JavaScript, with its source, and without anything a policy forbids', () => {
    const html = withFinishedDay('<html><head></head><body><div id="app"></div></body></html>')
    expect(html).toContain('<noscript><main')
    const markup = finishedDayMarkup()
    expect(markup).toContain('CC BY 4.0')
    expect(markup).toContain(savingText(finishedAnswer))
    expect(markup).not.toMatch(/<script|<style| style=| on[a-z]+=/)
  })
})
