import type { CommandState } from '#contract/energy-commands.ts'
import type { PlanMode } from '#contract/energy-plan-words.ts'
import type { SiteControl } from '#contract/energy-sites.ts'
import type { CommandTarget, StorageKind } from '#contract/energy-storages.ts'
import { type ModeWords, modeWords } from '#contract/texts/plan-reasons.texts.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'

type TargetKind = 'none' | NonNullable<CommandTarget>['kind']

const modes: ModeWords = {
  batteries: {
    auto: 'Automatik: lädt Überschuss, versorgt das Haus',
    hold: 'Halten: lädt Überschuss, gibt nichts ab',
    pass: 'Abgeben: versorgt das Haus, lädt nicht',
    idle: 'Ruhen: lädt nicht, gibt nichts ab',
    charge: 'Laden, auch aus dem Netz',
    discharge: 'Entladen, auch ins Netz',
  },
  takers: {
    auto: 'Automatik: lädt Überschuss',
    hold: 'Halten: lädt nur Überschuss',
    pass: 'Warten: lädt nicht',
  },
}

const shortModes: Readonly<Record<PlanMode, string>> = {
  auto: 'Automatik',
  hold: 'Halten',
  pass: 'Abgeben',
  idle: 'Ruhen',
  charge: 'Laden',
  discharge: 'Entladen',
}

const states: Readonly<Record<CommandState, string>> = {
  sent: 'Gesendet',
  confirmed: 'Bestätigt',
  refused: 'Abgelehnt',
  expired: 'Nicht bestätigt',
  superseded: 'Überholt',
}

const controls: Readonly<Record<SiteControl, string>> = {
  off: 'Aus',
  suggest: 'Nur Vorschläge',
  on: 'Eingeschaltet',
}

/** Control of storages: the kinds of control, the overrides, and the commands sent. */
export const energyControlTexts = {
  title: 'Steuerung',
  failed: 'Fehler beim Abrufen der Steuerung',
  controls,
  explanations: {
    off: 'Die Geräte entscheiden selbst. Das Portal sendet nichts.',
    suggest: 'Das Portal zeigt, was es tun würde, und sendet nichts.',
    on: 'Das Portal sagt den Geräten, wann sie laden, warten und abgeben.',
  } satisfies Record<SiteControl, string>,
  turnOn: 'Steuerung einschalten',
  suggest: 'Nur Vorschläge zeigen',
  turnOff: 'Vorschläge ausschalten',
  stop: 'Alles anhalten',
  stopped: 'Alles ist angehalten: Die Geräte entscheiden wieder selbst.',
  saved: (control: SiteControl) => `Steuerung: ${controls[control]}.`,
  question: 'Steuerung einschalten?',
  consequences: [
    'Das Portal sendet Befehle an die Geräte, die den Speichern zugeordnet sind, und wiederholt sie alle 30\u00a0Sekunden.',
    'Fällt das Portal oder die Verbindung aus, machen die Geräte nach kurzer Zeit wie gewohnt weiter.',
    'Begrenzt der Netzbetreiber, nimmt kein Speicher mehr als 4,2\u00a0kW aus dem Netz.',
    'Mit „Alles anhalten“ beenden Sie die Steuerung jederzeit mit einem Klick.',
  ],
  confirm: 'Einschalten',
  cannotSend: 'Dieses Portal ist mit keinem MQTT-Broker verbunden und kann nichts senden.',
  notHeard: 'Seit mehr als fünf Minuten ist kein Messwert angekommen. Solange wird nichts gesendet.',
  dimmed: 'Der Netzbetreiber begrenzt gerade: Kein Speicher nimmt mehr als 4,2\u00a0kW aus dem Netz.',
  notInView: 'In der Ansicht als Kunde lässt sich die Steuerung nicht ändern.',
  noStorage: 'Diese Anlage hat noch keinen Speicher, der sich steuern lässt.',
  noTarget: 'Kein Gerät zugeordnet, das Befehle annimmt.',
  byItself: 'Das Gerät entscheidet gerade selbst.',
  noSuggestion: 'Gerade gibt es keinen Vorschlag.',
  suggestion: 'Vorschlag',
  unconfirmed: 'Das Gerät hat den Befehl nicht bestätigt. Er wird weiter gesendet.',
  refusedBecause: (answer: string) =>
    answer === '' ? 'Das Gerät lehnt den Befehl ab.' : `Das Gerät lehnt den Befehl ab: „${answer}“`,
  confirmedAt: (at: string) => `Bestätigt ${at}`,
  level: (percent: string) => `Stand ${percent}`,
  chargeNow: 'Jetzt voll laden',
  chargeNowOf: (name: string) => `${name} jetzt voll laden`,
  holdUntil: (time: string) => `Halten bis ${time}`,
  holdUntilOf: (name: string, time: string) => `${name} halten bis ${time}`,
  other: 'Anders …',
  otherOf: (name: string) => `${name} anders steuern`,
  ordered: (name: string, until: string) => `Angeordnet für ${name} bis ${until}.`,
  orderedUntil: (until: string) => `Angeordnet bis ${until}`,
  end: 'Anordnung beenden',
  endOf: (name: string) => `Anordnung beenden: ${name}`,
  ended: (name: string) => `${name} folgt wieder dem Plan.`,
  modeOf: (mode: PlanMode, kind: StorageKind) => modeWords(modes, mode, kind),
  form: {
    title: (name: string) => `${name} steuern`,
    lead: 'Ihre Anordnung gilt bis zu ihrem Ende, was auch immer der Plan sagt.',
    mode: 'Was soll geschehen?',
    power: 'Leistung',
    powerHint: 'Leer: so viel wie möglich.',
    watts: 'W',
    until: 'Bis wann?',
    save: 'Anordnen',
    untils: {
      hour: 'Eine Stunde lang',
      hours: 'Vier Stunden lang',
      evening: 'Bis 18\u00a0Uhr',
      morning: 'Bis 7\u00a0Uhr',
      day: 'Einen Tag lang',
      days: 'Drei Tage lang',
      week: 'Sieben Tage lang',
    },
  },
  log: {
    title: 'Gesendete Befehle',
    open: 'Gesendete Befehle ansehen',
    empty: 'Es wurde noch kein Befehl gesendet.',
    nothingFiltered: 'Keine Befehle passen zu dieser Auswahl.',
    failed: 'Fehler beim Abrufen der Befehle',
    state: 'Stand',
    storage: 'Speicher',
    states,
    modes: shortModes,
    columns: {
      at: 'Zeit',
      storage: 'Speicher',
      mode: 'Befehl',
      state: 'Stand',
      reason: 'Grund',
      end: 'Ende',
      power: 'Leistung',
      answer: 'Antwort',
    },
    withPower: (mode: string, watts: number) => `${mode} mit ${formatNumber(watts / 1_000, 1, 1)}\u00a0kW`,
  },
  schedule: {
    title: 'Abfahrten',
    titleOf: (name: string) => `Abfahrten: ${name}`,
    edit: 'Abfahrten ändern',
    editOf: (name: string) => `Abfahrten ändern: ${name}`,
    next: (at: string) => `Nächste Abfahrt ${at}`,
    lead: 'Bis zu diesen Zeiten soll der Ladestand erreicht sein.',
    departure: (position: number) => `Abfahrt ${position}`,
    weekdays: 'Wochentage',
    days: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
    dayNames: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'],
    time: 'Uhrzeit',
    timeHint: 'Zum Beispiel 07:15',
    level: 'Ladestand',
    percent: '%',
    add: 'Abfahrt hinzufügen',
    remove: (position: number) => `Abfahrt ${position} entfernen`,
    away: 'Unterwegs bis',
    awayHint: 'Bis zum Ende dieses Tages wird der Speicher nicht geplant. Ohne Datum ist er zu Hause.',
    save: 'Abfahrten speichern',
    saved: (name: string) => `Die Abfahrten von ${name} sind gespeichert.`,
  },
  target: {
    label: 'Befehle gehen an',
    hints: {
      none: 'Ohne Gerät wird dieser Speicher nur geplant.',
      evcc_battery: 'evcc kennt für den Hausakku Automatik, Halten und Laden.',
      evcc_loadpoint: 'evcc stellt den Modus des Ladepunkts um und am Ende wieder zurück.',
      homeassistant: 'Das Gerät beschreibt selbst, was sich stellen lässt.',
      own: 'Das Gerät empfängt Modus, Leistung, Ende und Grund als JSON.',
    } satisfies Record<TargetKind, string>,
    kinds: {
      none: 'kein Gerät',
      evcc_battery: 'Hausakku in evcc',
      evcc_loadpoint: 'Ladepunkt in evcc',
      homeassistant: 'Gerät aus Home Assistant',
      own: 'Eigenes Gerät',
    } satisfies Record<TargetKind, string>,
    loadpoint: 'Nummer des Ladepunkts',
    loadpointHint: 'Wie evcc ihn zählt: Der erste hat die Nummer 1.',
    withLoadpoint: (number: string) => `Ladepunkt ${number} in evcc`,
    topic: 'Was wird gestellt?',
    topicHint: 'Auswahl, Zahl oder Schalter, wie das Gerät sie für Home Assistant beschreibt.',
    chooseTopic: 'Bitte wählen',
    found: (name: string, topic: string) => (name === topic ? topic : `${name} (${topic})`),
    withTopic: (topic: string) => `Home Assistant: ${topic}`,
    notFoundAgain: (topic: string) => `${topic} (nicht mehr gefunden)`,
    noneFound:
      'Noch kein Gerät dieser Anlage hat beschrieben, was sich stellen lässt. Es sendet seine Beschreibung über MQTT, sobald die automatische Erkennung für Home Assistant eingeschaltet ist.',
    findFailed: 'Fehler beim Suchen der Geräte',
    ownTopic: (storageId: string) => `Es hört unter dem Thema der Anlage auf ${storageId}/set.`,
    ownTopicLater: 'Sein Thema sehen Sie hier, sobald der Speicher gespeichert ist.',
  },
} as const
