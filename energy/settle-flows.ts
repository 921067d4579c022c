/** Flows rounded to 0.01 W that still keep every limit. */
import { nextContent, roomW } from './evaluate.ts'
import { at, type Flows, mostChargeW, round, type Situation, type Storage, sum } from './situation.ts'

/** A solver's flow below this many W counts as none. */
const noiseW = 0.02

export function settleFlows(situation: Situation, { chargeW, dischargeW, curtailW }: Flows): Flows {
  const settled = situation.storages.map((storage, index) =>
    settleStorage(storage, situation.hours, at(chargeW, index), at(dischargeW, index)),
  )
  const flows = { chargeW: settled.map(({ charge }) => charge), dischargeW: settled.map(({ discharge }) => discharge) }
  for (const step of situation.hours.keys()) keepExportLimit(situation, flows, step)
  return { ...flows, curtailW: curtailW.map((wanted, step) => settleCurtailment(situation, flows, step, wanted)) }
}

function settleStorage(
  storage: Storage,
  hours: readonly number[],
  chargeW: readonly number[],
  dischargeW: readonly number[],
) {
  const charge: number[] = []
  const discharge: number[] = []
  let content = storage.contentWh
  // Wh lost by rounding; the next charging step adds it.
  let lostWh = 0
  hours.forEach((hour, step) => {
    const gainedPerW = hour * at(storage.chargeEfficiency, step)
    const asked = at(chargeW, step)
    const most = mostChargeW(storage, step)
    const wanted =
      asked < noiseW
        ? asked
        : Math.max(Math.min(asked, storage.minChargeW), Math.min(asked + lostWh / gainedPerW, most))
    const room = roomW(storage, step, hour, content)
    const taken = wanted < noiseW ? 0 : round(wanted, 2)
    charge.push(taken > room && taken - room < 1 && storage.minChargeW <= room ? roundDown(room) : taken)
    lostWh += (asked - at(charge, step)) * gainedPerW
    const given = at(dischargeW, step) < noiseW ? 0 : round(at(dischargeW, step), 2)
    const next = (power: number) => nextContent(storage, step, hour, content, at(charge, step), power)
    const missing = given > 0 ? next(given).missingWh + Math.max(0, storage.minWh - next(given).contentWh) : 0
    const less = roundDown(Math.max(0, given - (missing * storage.dischargeEfficiency) / hour))
    discharge.push(missing > 0 && given - less < 1 ? less : given)
    content = next(at(discharge, step)).contentWh
  })
  return { charge, discharge }
}

const roundDown = (value: number) => round(Math.floor(value * 100) / 100, 2)

/** Discharges less where rounding would break the export limit and there is no generation to curtail. */
function keepExportLimit(
  { loadW, pvW, maxExportW }: Situation,
  { chargeW, dischargeW }: Omit<Flows, 'curtailW'>,
  step: number,
): void {
  if (maxExportW === null || at(pvW, step) > 0) return
  const given = sum(dischargeW.map(list => at(list, step))) - at(loadW, step) - sum(chargeW.map(list => at(list, step)))
  const over = round(given - maxExportW, 2)
  const index = dischargeW.findIndex(list => at(list, step) >= over)
  const list = dischargeW[index]
  if (over > 0 && over < 1 && list) list[step] = round(at(list, step) - over, 2)
}

/** Without permission to curtail, only power above the export limit is lost. */
function settleCurtailment(
  { loadW, pvW, maxExportW, canCurtail }: Situation,
  { chargeW, dischargeW }: Omit<Flows, 'curtailW'>,
  step: number,
  wanted: number,
): number {
  const used = at(loadW, step) + sum(chargeW.map(list => at(list, step)))
  const surplus = at(pvW, step) - used + sum(dischargeW.map(list => at(list, step)))
  const most = Math.min(at(pvW, step), Math.max(0, surplus - (maxExportW ?? Number.POSITIVE_INFINITY)))
  const forced = Math.ceil(round(most * 100, 4)) / 100
  const chosen = canCurtail && wanted >= noiseW ? Math.min(round(wanted, 2), at(pvW, step)) : 0
  return Math.max(forced, chosen)
}
