import { plural } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'

const cents = (ct: number) => `${formatNumber(ct, 2, 2)}\u00a0ct`

/** The tariffs of a household, with their history. */
export const energyTariffTexts = {
  cents,
  title: 'Tarife',
  lead: 'Ein Tarif gilt ab seinem Tag, bis der nächste beginnt. Nach ihm rechnen Preise, Plan und Abrechnung.',
  empty: 'Noch kein Tarif. Ohne ihn gibt es weder Preise noch Plan noch Abrechnung.',
  failed: 'Fehler beim Abrufen der Tarife',
  add: 'Tarif hinzufügen',
  addTitle: 'Tarif hinzufügen',
  edit: 'Tarif bearbeiten',
  older: (count: number) => `${plural(count, 'älterer Tarif wird', 'ältere Tarife werden')} nicht gezeigt.`,
  columns: { name: 'Tarif', days: 'Gilt', price: 'Bezug brutto', feedIn: 'Einspeisung', monthly: 'Im Monat brutto' },
  kinds: { fixed: 'Fester Preis', dynamic: 'Dynamisch nach der Börse' },
  kindHints: {
    fixed: 'Die Kilowattstunde kostet immer gleich viel, abgesehen von Zeitfenstern des Netzentgelts.',
    dynamic: 'Der Preis der Börse ändert sich jede Viertelstunde; dazu kommt, was der Versorger verlangt.',
  },
  isNow: 'gilt jetzt',
  days: (from: string, to: string | null) => (to === null ? `ab ${from}` : `${from} bis ${to}`),
  priceOf: (ct: string, isDynamic: boolean) => (isDynamic ? `Börse + ${ct}` : ct),
  inWindows: (least: string, most: string) => `je nach Zeitfenster ${least} bis ${most}`,
  vatNote: (percent: string) => `mit ${percent} USt.`,

  name: 'Name',
  namePlaceholder: 'Stadtwerke Strom fix',
  kind: 'Art',
  validFrom: 'Gilt ab',
  vatPercent: 'Umsatzsteuer',
  vatHint: 'Kommt auf alles, was Sie beziehen, nicht auf die Einspeisung.',
  netHint: 'Alle Preise netto, wie in der Aufstellung des Vertrags. Darunter steht, was sie brutto sind.',
  supplyFixed: 'Energie',
  supplyFixedHint: 'Nennt der Vertrag nur einen Arbeitspreis, hier eintragen und bei Netzentgelt und Abgaben\u00a00.',
  supplyDynamic: 'Aufschlag des Versorgers',
  supplyDynamicHint: 'Was je Kilowattstunde auf den Preis der Börse kommt.',
  grid: 'Netzentgelt',
  gridHint: 'Bei §\u00a014a Modul\u00a03 die Standardstufe.',
  levies: 'Steuern, Umlagen, Konzessionsabgabe',
  gross: (ct: number) => `${cents(ct)} brutto`,
  together: {
    fixed: (ct: string) => `Zusammen ${ct} je Kilowattstunde, brutto.`,
    dynamic: (ct: string) =>
      `Zusammen Börse + ${ct} je Kilowattstunde, brutto. Auf den Preis der Börse kommt die Umsatzsteuer dazu.`,
    windows: (least: string, most: string) => `In den Zeitfenstern ${least} bis ${most}.`,
  },

  windows: 'Zeitfenster des Netzentgelts (§\u00a014a Modul\u00a03)',
  windowsHint: 'Hoch- und Niedertarif nach dem Preisblatt Ihres Netzbetreibers. Außerhalb gilt das Netzentgelt oben.',
  window: (position: number) => `Zeitfenster ${position}`,
  addWindow: 'Zeitfenster hinzufügen',
  removeWindow: (position: number) => `Zeitfenster ${position} entfernen`,
  from: 'Von',
  to: 'Bis',
  windowCt: 'Netzentgelt',
  months: 'Gilt im',
  quarters: ['1.\u00a0Quartal', '2.\u00a0Quartal', '3.\u00a0Quartal', '4.\u00a0Quartal'],
  monthNames: ['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni', 'Juli', 'Aug.', 'Sep.', 'Okt.', 'Nov.', 'Dez.'],
  noMonths: 'Bitte wählen Sie mindestens ein Quartal.',
  windowOverlaps: (position: number) => `Überschneidet sich mit Zeitfenster ${position}.`,
  windowEmpty: 'Das Ende gleicht dem Anfang. Für den ganzen Tag: 00:00 bis 24:00.',

  feedIn: 'Einspeisung',
  feedInCt: 'Vergütung',
  feedInHint: 'Ohne Umsatzsteuer. Ohne Einspeisung\u00a00.',
  feedInFollowsSpot: 'Dazu der Preis der Börse (Direktvermarktung)',
  zeroWhenSpotNegative: 'Keine Vergütung, solange der Preis der Börse negativ ist',
  zeroHint: 'Neue Anlagen ab 25.02.2025 mit intelligentem Messsystem (§\u00a051 EEG).',
  termsTitle: 'Was für diese Anlage gilt',
  termsPay: (ct: string) => `Überschusseinspeisung nach Inbetriebnahme und Leistung: ${ct} je Kilowattstunde.`,
  termsNoPay:
    'Die gesetzliche Vergütung ist für diese Anlage nicht bekannt; sie steht in der Abrechnung des Netzbetreibers.',
  termsZero: 'Bei negativem Preis der Börse: keine Vergütung.',
  termsPaid: 'Bei negativem Preis der Börse: Vergütung wie sonst.',
  termsLimit: (kilowatts: string, isLaw: boolean) =>
    isLaw
      ? `Einspeisung höchstens ${kilowatts}: 60\u00a0% der Leistung, bis ein intelligentes Messsystem eingebaut ist.`
      : `Einspeisung höchstens ${kilowatts}, so bei der Anlage eingetragen.`,
  termsNoLimit: 'Einspeisung ohne Grenze.',
  takeTerms: 'Gesetzliche Werte übernehmen',

  monthlyEur: 'Im Monat, brutto',
  monthlyHint: 'Grundpreise, abzüglich §\u00a014a Modul\u00a01. Zählt nur in der Abrechnung.',
  units: { cents: 'ct', percent: '%' },
  yes: 'ja',
  no: 'nein',
  save: 'Tarif speichern',
  saved: (name: string) => `${name} ist gespeichert.`,
  deleteQuestion: (name: string) => `Tarif „${name}“ löschen?`,
  deleteText: 'Ab seinem Tag gilt dann der Tarif davor. Preise, Plan und Abrechnungen werden danach neu gerechnet.',
  deleteFirstText: 'Vor dem nächsten Tarif gibt es dann keine Preise und keine Abrechnung.',
  deleted: (name: string) => `${name} ist gelöscht.`,
} as const
