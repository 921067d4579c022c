import { plural } from '#web/lib/format/format.ts'

/** The sums of all sites. */
export const energyParkTexts = {
  label: 'Alle Anlagen zusammen',
  pv: 'Erzeugung jetzt',
  used: 'Verbrauch jetzt',
  import: 'Netzbezug jetzt',
  exported: (power: string) => `Einspeisung ${power}`,
  today: (energy: string) => `heute ${energy}`,
  silent: 'Melden sich nicht',
  alarms: 'Meldungen',
  ofMeasured: (measured: number, all: number) => `von ${measured} der ${plural(all, 'Anlage', 'Anlagen')}`,
  atSites: (count: number) => `an ${plural(count, 'Anlage', 'Anlagen')}`,
} as const
