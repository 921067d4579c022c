import { describe, expect, it } from 'vitest'
import { energyTariffInput } from '#contract/energy-tariffs.ts'
import { allMonths, newTariffValues, type TariffValues, tariffInputOf, tariffValues } from './tariff-values.ts'

const filled: TariffValues = {
  ...newTariffValues,
  ...{ name: 'Stadtwerke', validFrom: '2026-01-01', supplyCt: 11, gridCt: 9.53, leviesCt: 4.63, feedInCt: 7.86 },
}
const window = (from: string, to: string, months: readonly number[] = allMonths) => ({
  ...{ from, to, ct: 1, months: [...months] },
})

/** Field and message of each problem. */
function problemsOf(values: object): [string, string][] {
  const { error } = tariffValues.safeParse({ ...filled, ...values })
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
}

describe('the form of a tariff', () => {
  it('names every missing price', () => {
    const missing = { supplyCt: Number.NaN, gridCt: Number.NaN, leviesCt: Number.NaN, feedInCt: Number.NaN }
    expect(problemsOf(missing)).toEqual(Object.keys(missing).map(field => [field, 'required']))
  })

  it.each(['25:00', '24:00', '07:60', 'abends', ''])('refuses a window from "%s"', from => {
    expect(problemsOf({ windows: [window(from, '08:00')] })).toEqual([['windows.0.from', 'time.invalid']])
  })

  it('accepts the end of the day, and hours without minutes', () => {
    expect(tariffValues.parse({ ...filled, windows: [window('7', '24:00')] }).windows[0]).toMatchObject({
      from: '07:00',
      to: '24:00',
    })
  })

  it('names the window that overlaps an earlier one, over midnight too', () => {
    const windows = [window('22:00', '06:00'), window('05:00', '08:00'), window('08:00', '10:00')]
    expect(problemsOf({ windows })).toEqual([['windows.1.from', 'Überschneidet sich mit Zeitfenster 1.']])
  })

  it('lets windows of different months share their hours', () => {
    expect(problemsOf({ windows: [window('00:00', '07:00', [1, 2, 3]), window('00:00', '07:00', [4])] })).toEqual([])
  })

  it('refuses an empty window and one without months', () => {
    expect(problemsOf({ windows: [window('07:00', '07:00')] })[0]?.[0]).toBe('windows.0.from')
    expect(problemsOf({ windows: [window('07:00', '08:00', [])] })[0]?.[0]).toBe('windows.0.months')
  })

  it('sends a body that the contract accepts, and keeps shares that it cannot show', () => {
    const input = tariffInputOf({ ...filled, kind: 'dynamic', windows: [window('00:00', '07:00')] }, null)
    expect(energyTariffInput.parse(input)).toEqual(input)
    expect(input.tariff).toMatchObject({
      ...{ vat: 0.19, supply: { spotShare: 1, ct: 11 }, feedIn: { spotShare: 0 } },
      gridFee: { windows: [{ from: '00:00', to: '07:00', ct: 1 }] },
    })
    const half = { ...input.tariff, supply: { spotShare: 0.5, ct: 0 } }
    expect(tariffInputOf({ ...filled, kind: 'dynamic' }, half).tariff.supply.spotShare).toBe(0.5)
    expect(tariffInputOf(filled, half).tariff.supply.spotShare).toBe(0)
  })
})
