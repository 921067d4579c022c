/** The views of a site on one page. */
export const energyViewTexts = {
  label: 'Ansichten der Anlage',
  now: 'Jetzt und Verlauf',
  plan: 'Plan',
  prices: 'Preise',
  bill: 'Abrechnung',
  tariffs: 'Tarife',
  toTariffs: 'Zu den Tarifen',
} as const
