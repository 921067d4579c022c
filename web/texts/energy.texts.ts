/** The energy card and the chart of a day: separate from the project page's texts, because the homepage loads these. */
export const energyTexts = {
  example: 'Beispielwerte',
  generation: 'Erzeugung',
  consumption: 'Verbrauch',
  wallboxCharges: 'Wallbox lädt',
  hour: (hour: number) => `${hour}\u00a0Uhr`,
  summary:
    'Beispiel eines sonnigen Tages: Die Erzeugung ist mittags am höchsten. Der Verbrauch folgt ihr, weil die Wallbox von 10 bis 15\u00a0Uhr lädt.',

  card: {
    title: 'Heute, 12:40\u00a0Uhr',
    label: 'Beispiel: Energiefluss um 12:40\u00a0Uhr',
    sources: 'Erzeugung und Bezug',
    uses: 'Verbrauch',
    sun: 'Sonne',
    grid: 'Netz',
    house: 'Haus',
    wallbox: 'Wallbox',
    battery: 'Speicher',
    batteryNote: '64\u00a0%, voll um 14:10\u00a0Uhr',
    gridNote: 'günstig bis 14:00\u00a0Uhr',
    wallboxNote: (share: string) => `${share} Sonnenstrom`,
    kilowatts: (value: string) => `${value}\u00a0kW`,
  },
} as const
