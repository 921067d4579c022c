/** PowerMaster: the project page and the plan of a day. The homepage's part is in `energy.texts.ts`. */
export const powerMasterTexts = {
  title: 'PowerMaster',
  failed: 'Die Angaben zu PowerMaster konnten nicht geladen werden.',
  contact: 'Über PowerMaster sprechen',
  principleTitle: 'Das Prinzip',
  dayTitle: 'Tagesplan',
  fitsTitle: 'Wo es passt',
  tryTitle: 'Selbst ausprobieren',
  tryLead:
    'Ein Haus, drei wirkliche Tage der Strombörse. Stellen Sie ein, was zu Ihnen passt: PowerMaster plant den Tag in Ihrem Browser.',
  toDayPlan: 'Tagesplan ansehen',

  daySummary:
    'Beispiel eines sonnigen Tages. Die Erzeugung beginnt um 6\u00a0Uhr, ist von 13 bis 14\u00a0Uhr am höchsten und endet um 20\u00a0Uhr. Von 10 bis 15\u00a0Uhr lädt die Wallbox mit Sonnenstrom. Der Speicher lädt von 8 bis 14\u00a0Uhr und versorgt das Haus ab 18\u00a0Uhr und in der Nacht.',
  batteryLevel: 'Ladestand des Speichers',
  levelRange: (lowest: string, highest: string) => `${lowest} bis ${highest}`,
  batteryCharges: 'Speicher lädt',
  batterySupplies: 'Speicher versorgt das Haus',
  heatPumpRuns: 'Wärmepumpe läuft',
  hours: (from: number, to: number) => `${from} bis ${to}\u00a0Uhr`,
  schedule: 'Wer wann läuft',
  table: 'Werte als Tabelle',
  tableCaption: 'Beispielwerte des Tagesplans je Stunde',
  tableHour: 'Stunde ab',
  tableGeneration: 'Erzeugung (kW)',
  tableHouse: 'Haus (kW)',
  tableHeatPump: 'Wärmepumpe (kW)',
  tableWallbox: 'Wallbox (kW)',
  tableBattery: 'Speicher (kW)',
  tableGrid: 'Netz (kW)',
  tableLevel: 'Ladestand (%)',
  tableNote: 'Speicher: plus lädt, minus gibt ab. Netz: plus bezieht, minus speist ein.',

  devicesTitle: 'Geräte',
} as const
