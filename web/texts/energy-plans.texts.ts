import type { PlanMode } from '#contract/energy-plan-words.ts'
import type { PlanObstacle } from '#contract/energy-plans.ts'
import type { SiteState } from '#contract/energy-sites.ts'
import type { StorageKind } from '#contract/energy-storages.ts'
import { type ModeWords, modeWords } from '#contract/texts/plan-reasons.texts.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'

const modes: ModeWords = {
  batteries: {
    auto: 'Überschuss laden, Haus versorgen',
    hold: 'Laden ja, entladen nein',
    pass: 'Entladen ja, laden nein',
    idle: 'Warten',
    charge: 'Laden',
    discharge: 'Entladen',
  },
  takers: {
    auto: 'Überschuss laden',
    hold: 'Nur Überschuss laden',
    pass: 'Nicht laden',
  },
}

const obstacles: Readonly<Record<PlanObstacle, string>> = {
  silent:
    'Die Anlage meldet sich nicht. Ohne aktuelle Messwerte gibt es keinen Plan: Die Geräte arbeiten nach ihren eigenen Regeln.',
  no_storage: 'Kein Akku, Auto oder Wärmespeicher meldet seinen Ladestand. Ohne ihn gibt es nichts zu planen.',
  no_tariff: 'Kein Tarif gilt für die nächsten zwei Tage. Ohne Preise gibt es keinen Plan.',
  no_prices:
    'Die Preise der Börse sind nicht bekannt. Bis sie vorliegen, arbeiten die Geräte nach ihren eigenen Regeln.',
  no_history: 'Von diesem Haus ist noch zu wenig gemessen. Der erste Plan entsteht, sobald ein Verbrauch bekannt ist.',
  waiting: 'Der Plan dieser Viertelstunde wird gerade gerechnet.',
}

/** PowerMaster's plans, with their reasons. */
export const energyPlanTexts = {
  cents: (ct: number) => `${formatNumber(ct, 1, 1)}\u00a0ct`,
  modeOf: (mode: PlanMode, kind: StorageKind) => modeWords(modes, mode, kind),
  obstacles,
  /** A site that has never sent is not silent: it has not sent its first reading yet. */
  obstacleOf: (obstacle: PlanObstacle, siteState: SiteState) =>
    obstacle === 'silent' && siteState === 'unknown'
      ? 'Von der Anlage ist noch kein Messwert angekommen. Der erste Plan entsteht, sobald genug gemessen ist.'
      : obstacles[obstacle],
  title: 'Plan heute und morgen',
  lead: 'Was war, was geplant ist und warum, Viertelstunde für Viertelstunde.',
  failed: 'Fehler beim Abrufen des Plans',
  whyNow: 'Warum gerade?',
  why: (time: string) => `Warum? ${time}`,
  toPlan: 'Zum Plan',
  nothingDecided: 'Für diese Viertelstunde gibt es keinen Plan.',
  nothingPlanned: 'So weit reicht der Plan nicht.',
  byRules: 'Gerade gilt ein Plan nach festen Regeln: Ein besserer lag nicht vor.',
  byRulesThen: 'Nach festen Regeln: Ein besserer Plan lag nicht vor.',
  unplanned: (names: string) => `Ohne aktuellen Ladestand und deshalb nicht geplant: ${names}.`,
  value: (ct: string) => `Eine gespeicherte Kilowattstunde ist ${ct} wert.`,
  noValue: 'Ein Wert der gespeicherten Kilowattstunde ist nicht bekannt.',
  price: 'Bezug',
  feedIn: 'Einspeisung',
  priceEstimated: 'geschätzt',
  limit: 'Grenze',
  limits: {
    none: 'keine',
    import: (power: string) => `Bezug höchstens ${power}`,
    export: (power: string) => `Einspeisung höchstens ${power}`,
    dimmed: 'jeder Speicher höchstens 4,2\u00a0kW aus dem Netz (Netzbetreiber, §\u00a014a\u00a0EnWG)',
  },
  measured: 'Gemessen',
  planned: 'Geplant',
  flows: (parts: readonly string[]) => parts.join(', '),
  flow: (name: string, power: string) => `${name} ${power}`,
  sun: 'Sonne',
  house: 'Haus',
  import: 'Bezug',
  export: 'Einspeisung',
  chart: 'Plan und Wirklichkeit heute und morgen',
  keys: 'Mit den Pfeiltasten Viertelstunde für Viertelstunde, mit Bild auf und Bild ab stundenweise. Die senkrechte Linie ist jetzt.',
  panels: { power: 'Sonne und Haus', grid: 'Netz', price: 'Preis des Bezugs, brutto' },
  level: (name: string) => `${name}, Ladestand`,
  units: { kilowatts: 'kW', percent: '%', cents: 'ct je kWh' },
  legend: {
    bars: 'Flächen: Sonne und Netz, gemessen; Preis. Einspeisung nach unten',
    planned: 'Sonne, Netz und Ladestand, geplant',
    level: 'Ladestand, gemessen',
    house: 'Haus, gemessen, dann erwartet',
  },
  firstPlan: (time: string) => `Geplant ist vor jetzt, was der erste Plan des Tages (${time}) erwartet hat.`,
  changes: 'Änderungen des Plans heute',
  noChanges: 'Heute hat sich kein Plan um mehr als 20\u00a0ct geändert.',
  change: (time: string, sentence: string) => `${time}: ${sentence}`,
  cost: (eur: string, selfUse: string) =>
    `Der Plan der nächsten zwei Tage rechnet mit ${eur} Energiekosten (brutto); ohne Plan wären es nach derselben Vorhersage ${selfUse}.`,
  storedMore: (eur: string) => `Am Ende ist mit Plan Strom im Wert von ${eur} mehr gespeichert.`,
  storedLess: (eur: string) => `Am Ende ist mit Plan Strom im Wert von ${eur} weniger gespeichert.`,
  forecastOnly: 'Eine Vorhersage ist keine Ersparnis.',
  estimatedPrices: 'Ein Teil der Preise ist geschätzt: Sie sind noch nicht veröffentlicht.',
  shortfall: (name: string, energy: string, time: string) => `${name}: Bis ${time} fehlen voraussichtlich ${energy}.`,
  connection: 'Netzanschluss',
  asTable: 'Plan als Tabelle',
  caption: 'Plan je Viertelstunde mit Grund',
  time: 'Zeit',
  reason: 'Grund',
  tableNote: 'Erst gemessen, dann geplant.',
  priceColumn: 'Preis',
  sentence: (time: string, parts: readonly string[]) => `${time}: ${parts.join(' ')}`,
} as const
