/**
 * What orders make of the forecast: a storage that somebody ordered takes and gives what its mode says, whatever would
 * pay. Several of them share as they do when they are carried out; the others come after them.
 */
import { carryOut, noFlows } from './carry-out.ts'
import { at, type Order, type Situation } from './situation.ts'

export type OrderedFlows = readonly { readonly chargeW: readonly number[]; readonly dischargeW: readonly number[] }[]

/** For each storage its flows as long as its order lasts; none without one. */
export function orderedFlows(situation: Situation): OrderedFlows {
  const { storages } = situation
  const lengths = storages.map(({ ordered }) => {
    const end = ordered.indexOf(null)
    return end === -1 ? ordered.length : end
  })
  const flows = noFlows(situation)
  const contents = storages.map(({ contentWh }) => contentWh)
  for (let step = 0; step < Math.max(0, ...lengths); step++) {
    const orders = storages.map(({ ordered }): Order => {
      const order = at(ordered, step)
      return order === null ? { mode: 'idle', powerW: null, valueCt: null } : { ...order, valueCt: null }
    })
    carryOut(situation, step, orders, { flows, contents })
  }
  return lengths.map((length, index) => ({
    chargeW: at(flows.chargeW, index).slice(0, length),
    dischargeW: at(flows.dischargeW, index).slice(0, length),
  }))
}
