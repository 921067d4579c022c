/** Sums of the current power of all sites. */

import type { EnergyFlow } from '#contract/energy-roles.ts'
import type { EnergySiteSummary } from '#contract/energy-sites.ts'

/** The flows of a site in W; null: unknown; `doubted`: how many channels have a value that cannot be true. */
export type FlowsOfSite = Readonly<Record<`${Exclude<EnergyFlow, 'unexplained'>}_w`, number | null>> & {
  readonly doubted: number
}

type Powers = Pick<EnergySiteSummary, 'measuredCount' | 'pvW' | 'usedW' | 'importW' | 'exportW'>

export function sumSites(sites: readonly FlowsOfSite[]): Powers {
  return {
    measuredCount: sites.length,
    pvW: sum(sites.map(site => site.pv_w)),
    usedW: sum(sites.map(usedW)),
    importW: sum(sites.map(site => site.import_w)),
    exportW: sum(sites.map(site => site.export_w)),
  }
}

/** All use; a house without a channel of its own is the remainder, never below 0, as in `flowsNow`. */
function usedW(site: FlowsOfSite): number | null {
  return sum([site.house_w ?? remainderW(site), site.car_w, site.heat_w, site.consumer_w])
}

/** null while the grid is unknown, or any part is in doubt. */
function remainderW(site: FlowsOfSite): number | null {
  if (site.import_w === null || site.doubted > 0) return null
  const { import_w: bought, export_w: sold, pv_w: pv, charge_w: charge, discharge_w: discharge } = site
  const given = bought + (pv ?? 0) + (discharge ?? 0)
  const taken = (sold ?? 0) + (charge ?? 0) + (site.car_w ?? 0) + (site.heat_w ?? 0) + (site.consumer_w ?? 0)
  return Math.max(0, given - taken)
}

function sum(powers: readonly (number | null)[]): number | null {
  const known = powers.filter(power => power !== null)
  return known.length === 0 ? null : Math.round(known.reduce((all, power) => all + power, 0) * 10) / 10
}
