/** The columns of the CSV files of quarter-hours, as downloads and exports have them. */
import type { EnergyFlow, SlotQuality } from '#contract/energy-roles.ts'

export const slotFlowNames: Readonly<Record<EnergyFlow, string>> = {
  import: 'Netzbezug',
  export: 'Einspeisung',
  pv: 'Sonne',
  charge: 'Akku lädt',
  discharge: 'Akku entlädt',
  house: 'Haus',
  car: 'Auto',
  heat: 'Wärmepumpe',
  consumer: 'Weitere Verbraucher',
  unexplained: 'Nicht erklärt',
}

export const slotColumnNames = {
  date: 'Datum',
  time: 'Uhrzeit',
  startsAt: 'Beginn (UTC)',
  originPv: 'Verbrauch direkt von der Sonne',
  originBatteryPv: 'Verbrauch aus dem Akku, von der Sonne geladen',
  originBatteryGrid: 'Verbrauch aus dem Akku, aus dem Netz geladen',
  originGrid: 'Verbrauch direkt aus dem Netz',
  cost: 'Kosten brutto',
  level: 'Akkustand',
  coverage: 'Gemessen',
  quality: 'Güte',
} as const

export const slotQualityNames: Readonly<Record<SlotQuality, string>> = {
  measured: 'gemessen',
  estimated: 'geschätzt',
  gap: 'Lücke',
}
