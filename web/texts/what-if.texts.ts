/** "Selbst ausprobieren" on PowerMaster's page, and the finished day shown without JavaScript. */
const nbsp = '\u00a0'

export const whatIfTexts = {
  form: 'Haus und Tag',
  day: 'Tag',
  days: {
    sunny: `Sonniger Tag (18.${nbsp}Juli${nbsp}2024)`,
    dark: `Dunkler Tag (10.${nbsp}Dezember${nbsp}2024)`,
    negative: `Negative Preise (14.${nbsp}Juli${nbsp}2024)`,
  },
  tariff: 'Tarif',
  tariffs: { fixed: 'Fester Preis', dynamic: 'Dynamisch', module3: `Dynamisch, Netzentgelt nach Modul${nbsp}3` },
  sliders: {
    pvKwp: 'Solaranlage',
    batteryKwh: 'Speicher',
    carKwh: 'Auto lädt',
    departure: 'Abfahrt',
    heatKwh: 'Wärmepumpe, Wärme am Wintertag',
  },
  none: 'keine',
  noBattery: 'keiner',
  noCar: 'nichts',
  peak: (value: string) => `${value}${nbsp}kWp`,
  energy: (value: string) => `${value}${nbsp}kWh`,
  hour: (hour: number) => `${hour}${nbsp}Uhr`,

  result: 'Ergebnis',
  resultTable: 'Der Tag mit fünf Arten zu steuern',
  policy: 'Steuerung',
  cost: 'Kosten des Tages',
  imported: 'Netzbezug',
  exported: 'Einspeisung',
  policies: {
    none: 'Ohne Steuerung',
    self_use: 'Eigenverbrauch',
    rules: 'Gute Regeln',
    optimiser: 'PowerMaster',
    bound: 'Möglich',
  },
  policyNotes: {
    none: 'Speicher ruht, Auto und Wärmepumpe sofort',
    self_use: 'Speicher nimmt Überschuss, Auto sofort',
    rules: 'Auto mit Sonne und in den günstigsten Stunden',
    optimiser: 'plant mit Vorhersagen, nicht mit dem Ergebnis',
    bound: 'wäre alles vorher bekannt gewesen',
  },
  euro: (value: string) => `${value}${nbsp}€`,
  missing: (value: string) => `es fehlten ${value}${nbsp}kWh`,
  saves: (eur: string, possible: string) =>
    `An diesem Tag kostet der Strom mit PowerMaster ${eur}${nbsp}€ weniger als mit Eigenverbrauch. Möglich wären ${possible}${nbsp}€.`,
  costsMore: (eur: string, possible: string) =>
    `An diesem Tag kostet der Strom mit PowerMaster ${eur}${nbsp}€ mehr als mit Eigenverbrauch. Möglich wäre eine Ersparnis von ${possible}${nbsp}€.`,
  same: 'An diesem Tag kostet der Strom mit PowerMaster so viel wie mit Eigenverbrauch.',
  computing: 'Wird berechnet. Bis dahin steht die letzte Antwort.',
  byRules: 'Ihr Browser führt den Rechenkern nicht aus: PowerMaster und „Möglich“ zeigen hier nur gute Regeln.',
  failedTitle: 'Die Rechnung ist nicht gelungen.',
  failed: 'Darunter steht die letzte Antwort.',
  retry: 'Noch einmal rechnen',
  promise: 'Diese Zahlen gelten für diesen einen Tag und dieses Haus. Sie sind kein Versprechen für andere Tage.',
  source:
    'Preise: Day-Ahead-Auktion DE-LU je Stunde, Bundesnetzagentur | SMARD.de über Energy-Charts.info, Lizenz CC BY 4.0.',
  assumptions:
    'Angenommen sind Sonne, Haus, Auto, Wärmepumpe und die übrigen Teile des Strompreises: brutto rund 31 ct fest oder rund 19 ct zum Börsenpreis, 7,86 ct für eingespeisten Strom, nichts bei negativem Börsenpreis. Das Auto steht bis zur Abfahrt zu Hause. Der Speicher altert mit 1 ct je Kilowattstunde. Was am Ende des Tages im Speicher ist, zählt so viel wie am Anfang.',
  dayTitle: 'So läuft der Tag mit PowerMaster',
  daySummary: (date: string, from: string, to: string) =>
    `${date}: Erzeugung bis ${from}${nbsp}kW, Verbrauch bis ${to}${nbsp}kW. Die Werte stehen in der Tabelle darunter.`,
  table: 'Werte als Tabelle',
  tableCaption: 'Der Tag mit PowerMaster je Stunde',
  tableStored: 'Im Speicher (kWh)',
  copyLink: 'Link mit allen Eingaben',
  ask: 'Anfrage stellen',
  askText: (lines: string, sentence: string, link: string) =>
    `Guten Tag,\n\nich interessiere mich für PowerMaster. Auf Ihrer Seite habe ich eingestellt:\n${lines}\n\n${sentence}\n${link}\n`,
  askTitle: 'Anfrage zu PowerMaster',

  withoutScript: 'Ein fertiger Tag. Mit JavaScript können Sie hier Ihr eigenes Haus einstellen.',
} as const
