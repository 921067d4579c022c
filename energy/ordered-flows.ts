/**
 * Applies orders to the forecast: an ordered storage charges and discharges by its mode, even where that does not pay.
 * Several ordered storages share as they do when orders are carried out; the others come after them.
 */
import { carryOut, noFlows } from './carry-out.ts'
import { at, type Order, type Situation } from './situation.ts'

export type OrderedFlows = readonly { readonly chargeW: readonly number[]; readonly dischargeW: readonly number[] }[]

/** The flows of each storage while its order lasts; none without an order. */
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
