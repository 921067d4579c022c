import type { EnergyProposal } from '#contract/energy-proposals.ts'
import { isMeasureOfRole } from '#contract/energy-roles.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

const texts = energySiteTexts.proposals

/** Whether one click assigns it, because role and measure are proposed. */
export function isClear({ role, measure }: EnergyProposal): boolean {
  return role !== null && measure !== null && isMeasureOfRole(role, measure)
}

/** Its sender, and its name there: `evcc · site/gridPower`. */
export function sourceText({ source, name }: EnergyProposal): string {
  if (source === 'push') return `${texts.sources.push} · ${name}`
  const place = source.path === '' ? source.topic : `${source.topic} · ${source.path}`
  return `${texts.sources[source.adapter]} · ${place}`
}

/** The latest value as sent: `412.5 W`. */
export function exampleText({ example, unit }: EnergyProposal): string {
  if (example === null) return texts.noExample
  return unit === '' ? example : `${example}\u00a0${unit}`
}

/** Its supposed meaning: `Netz, Leistung (W)`. */
export function meaningText({ role, measure }: EnergyProposal): string {
  const words = [
    role === null ? null : energySiteTexts.roles[role],
    measure === null ? null : energySiteTexts.measures[measure],
  ].filter(word => word !== null)
  return words.length === 0 ? texts.noMeaning : words.join(', ')
}
