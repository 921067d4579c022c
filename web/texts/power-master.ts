/** PowerMaster: the project page and the plan of a day. What the homepage shows of it stands in `energy.ts`. */
export const powerMasterTexts = {
  title: 'PowerMaster',
  heading: 'Strom nutzen, wenn er da ist.',
  lead: 'PowerMaster misst, was im Haus erzeugt und verbraucht wird, rechnet den Tag voraus und schaltet Geräte dann ein, wenn der Strom vom eigenen Dach kommt oder wenig kostet.',
  contact: 'Über PowerMaster sprechen',
  toDayPlan: 'Tagesplan ansehen',

  principleTitle: 'Messen, Rechnen, Schalten',
  principle: [
    {
      title: 'Messen',
      text: 'Wechselrichter, Zähler, Speicher und Wallbox liefern laufend ihre Werte. PowerMaster führt sie zusammen: was das Dach erzeugt, was das Haus braucht und was ins Netz fließt.',
    },
    {
      title: 'Rechnen',
      text: 'Aus Wetter, Strompreis und Gewohnheiten entsteht ein Plan in Viertelstunden. Er wird laufend erneuert, sobald sich etwas ändert.',
    },
    {
      title: 'Schalten',
      text: 'Speicher, Wallbox und Wärmepumpe folgen dem Plan, solange er zum Tag passt. Weicht das Wetter ab, gilt das Gemessene.',
    },
  ],

  dayTitle: 'Ein Tag im Plan',
  dayLead:
    'So sieht ein Plan für einen sonnigen Werktag aus. Die Wallbox wartet auf die Sonne, der Speicher trägt den Abend.',
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

  fitsTitle: 'Wo es passt',
  fits: [
    {
      icon: 'sun',
      title: 'Photovoltaik',
      text: 'Der eigene Strom wird dort verbraucht, wo er entsteht, bevor er ins Netz geht.',
    },
    {
      icon: 'battery',
      title: 'Speicher',
      text: 'Er lädt nicht einfach zuerst, sondern so, dass er am Abend und vor teuren Stunden voll genug ist.',
    },
    {
      icon: 'bolt',
      title: 'Wallbox',
      text: 'Sie sagen, wann das Auto fahren soll. Bis dahin nimmt es Sonne und günstige Stunden.',
    },
    {
      icon: 'heat',
      title: 'Wärmepumpe',
      text: 'Sie läuft dann, wenn Strom da ist, und nutzt Gebäude und Warmwasser als Puffer.',
    },
  ],
  devicesTitle: 'Geräte',

  contactTitle: 'Was steht bei Ihnen im Keller und auf dem Dach?',
  contactText: 'Beschreiben Sie kurz Ihre Anlage. Wir sehen uns an, was sich damit machen lässt.',
} as const
