/** Converts between the fields of a tariff and its columns, and applies the law. */
import type { Insertable, Selectable } from 'kysely'
import type { EnergyTariffInput, NewEnergyTariff, TariffTerms } from '#contract/energy-tariffs.ts'
import type { EnergySiteTable, EnergyTariffTable } from '#server/database/energy-tables.ts'
import { feedInCtOf } from './feed-in.rules.ts'

/** Plants from this day on follow § 51 EEG as of 2025 (Solarspitzengesetz). */
const newFeedInFrom = '2025-02-25'
/** Share of the installed power that a new plant without a smart meter feeds in at most (§ 9 EEG). */
const cappedShare = 0.6

type Plant = Pick<Selectable<EnergySiteTable>, 'commissioned_on' | 'has_smart_meter' | 'pv_watts' | 'max_export_w'>

/** No pay while the exchange's price is below zero: new plants with a smart meter (§ 51 EEG). */
export function isUnpaidWhenNegative({ commissioned_on, has_smart_meter }: Plant): boolean {
  return commissioned_on !== null && commissioned_on >= newFeedInFrom && has_smart_meter === 1
}

/** The most that a site feeds in, in W; an entered limit overrides the legal one. null: no limit. */
export function exportLimitOf(plant: Plant): number | null {
  const { commissioned_on, has_smart_meter, pv_watts, max_export_w } = plant
  if (max_export_w !== null) return max_export_w
  const isCapped = commissioned_on !== null && commissioned_on >= newFeedInFrom && has_smart_meter === 0
  return isCapped && pv_watts > 0 ? Math.round(pv_watts * cappedShare) : null
}

export function tariffTermsOf(plant: Plant): TariffTerms {
  const watts = exportLimitOf(plant)
  return {
    feedInCt: feedInCtOf(plant.commissioned_on, plant.pv_watts / 1000),
    zeroWhenSpotNegative: isUnpaidWhenNegative(plant),
    exportLimit: watts === null ? null : { watts, isLaw: plant.max_export_w === null },
  }
}

export function newTariffFields({ siteId: _, ...input }: NewEnergyTariff, plant: Plant): EnergyTariffInput {
  const { feedIn, ...prices } = input.tariff
  const zeroWhenSpotNegative = feedIn.zeroWhenSpotNegative ?? isUnpaidWhenNegative(plant)
  return {
    ...input,
    tariff: { ...prices, feedIn: { ...feedIn, zeroWhenSpotNegative } },
    monthlyEur: input.monthlyEur ?? 0,
  }
}

export function tariffFieldsOf(row: Selectable<EnergyTariffTable>): EnergyTariffInput {
  return {
    validFrom: row.valid_from,
    name: row.name,
    tariff: JSON.parse(row.prices),
    monthlyEur: row.monthly_cents / 100,
  }
}

type TariffColumns = Pick<Insertable<EnergyTariffTable>, 'valid_from' | 'name' | 'prices' | 'monthly_cents'>

export function tariffColumnsOf({ validFrom, name, tariff, monthlyEur }: EnergyTariffInput): TariffColumns {
  return {
    valid_from: validFrom,
    name,
    prices: JSON.stringify(tariff),
    monthly_cents: Math.round(monthlyEur * 100),
  }
}
