/** The energy card and the curve of a day: apart from the words of the project page, because the homepage loads these. */
export const energyTexts = {
  example: 'Beispielwerte',
  generation: 'Erzeugung',
  consumption: 'Verbrauch',
  wallboxCharges: 'Wallbox lädt',
  hour: (hour: number) => `${hour} Uhr`,
  summary:
    'Beispiel eines sonnigen Tages: Die Erzeugung ist mittags am höchsten. Der Verbrauch folgt ihr, weil die Wallbox von 10 bis 15 Uhr lädt.',

  card: {
    title: 'Heute, 12:40 Uhr',
    label: 'Beispiel: Energiefluss um 12:40 Uhr',
    sources: 'Erzeugung und Bezug',
    uses: 'Verbrauch',
    sun: 'Sonne',
    grid: 'Netz',
    house: 'Haus',
    wallbox: 'Wallbox',
    battery: 'Speicher',
    batteryNote: '64 %, voll um 14:10 Uhr',
    gridNote: 'günstig bis 14:00 Uhr',
    wallboxNote: (share: string) => `${share} Sonnenstrom`,
    kilowatts: (value: string) => `${value} kW`,
  },
} as const
