import type { ChannelAdapter } from '#contract/energy-channels.ts'
import { readingsMax, readingsPerSlotMax } from '#contract/energy-limits.ts'
import type { RefusalCode } from '#contract/energy-readings.ts'
import type { ChannelMeasure, ChannelRole, EnergyFlow } from '#contract/energy-roles.ts'
import type { SiteState } from '#contract/energy-sites.ts'
import { formatCount, plural } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'

type ShownFlow = Exclude<EnergyFlow, 'unexplained'>

const flows: Readonly<Record<ShownFlow, string>> = {
  pv: 'Sonne',
  discharge: 'Akku entlädt',
  import: 'Netzbezug',
  house: 'Haus',
  car: 'Auto',
  heat: 'Wärmepumpe',
  consumer: 'Weitere Verbraucher',
  charge: 'Akku lädt',
  export: 'Einspeisung',
}

const roles: Readonly<Record<ChannelRole, string>> = {
  grid: 'Netz',
  pv: 'Photovoltaik',
  battery: 'Akku',
  car: 'Auto',
  heat: 'Wärmepumpe',
  house: 'Haus',
  consumer: 'Weiterer Verbraucher',
}

const measures: Readonly<Record<ChannelMeasure, string>> = {
  power: 'Leistung (W)',
  import: 'Zähler Bezug (Wh)',
  export: 'Zähler Einspeisung (Wh)',
  generation: 'Zähler Erzeugung (Wh)',
  charge: 'Zähler Laden (Wh)',
  discharge: 'Zähler Entladen (Wh)',
  consumption: 'Zähler Verbrauch (Wh)',
  level: 'Ladestand (%)',
  connected: 'Angesteckt (0 oder 1)',
  temperature: 'Temperatur (°C)',
  dimmed: 'Vom Netzbetreiber begrenzt (0 oder 1)',
}

const states: Readonly<Record<SiteState, string>> = {
  ok: 'Meldet sich',
  silent: 'Meldet sich nicht',
  unknown: 'Noch ohne Werte',
}

const rejections: Readonly<Record<RefusalCode, string>> = {
  'channel.unknown': 'Diesen Messkanal gibt es nicht.',
  'value.invalid': 'Der Wert ist keine Zahl, oder die Zeit ist nicht lesbar.',
  'value.implausible': 'Der Wert kann nicht stimmen: zu groß, oder mit einem Vorzeichen, das es hier nicht gibt.',
  'at.future': 'Die Uhr des Senders geht vor.',
  'at.too_old': 'Der Wert ist zu alt.',
  'slot.full': `Von dieser Viertelstunde sind schon ${formatCount(readingsPerSlotMax)}\u00a0Messwerte gespeichert.`,
  'topic.foreign': 'Das Thema liegt außerhalb dieser Anlage.',
  'topic.invalid': 'Das Thema ist zu lang oder ungültig.',
  'message.invalid': 'Die Nachricht ist nicht lesbar.',
  'message.too_many': `Die Nachricht hat mehr als ${formatCount(readingsMax)}\u00a0Messwerte.`,
  'message.too_large': 'Die Nachricht ist größer als 1\u00a0MB.',
}

/** Measured energy: the customer's page and the owner's. */
export const energySiteTexts = {
  title: 'PowerMaster',
  flows,
  roles,
  measures,
  states,
  failed: 'Fehler beim Abrufen der Energiedaten',
  listFailed: 'Fehler beim Abrufen der Anlagen',
  sites: 'Anlagen',
  site: 'Anlage',
  empty: 'Es wurden keine Anlagen gefunden.',
  nothingFiltered: 'Keine Anlagen passen zu dieser Auswahl.',
  searchPlaceholder: 'Name oder Kunde',
  /** `site`: the one that is shown instead. */
  unknown: (site: string) => `Die Anlage aus diesem Link gibt es hier nicht oder nicht mehr. Sie sehen ${site}.`,
  none: {
    title: 'Noch keine Anlage',
    text: 'PowerMaster zeigt, was Ihr Haus gerade erzeugt und verbraucht, und weist jede Kilowattstunde nach. Dafür brauchen wir Werte Ihrer Geräte.',
    would: 'Das sehen Sie hier, sobald Ihr Haus angebunden ist',
    points: [
      'Was gerade fließt: Sonne, Akku, Netz, Auto und Wärmepumpe in einem Bild, jeder Wert mit seinem Alter.',
      'Tage, Monate und Jahre: woher jede verbrauchte Kilowattstunde kam, was sie gekostet hat, als Tabelle und als Datei.',
      'Wann Speicher und Auto am günstigsten laden: ein Plan aus Strompreis, Wetter und Ihrem Verbrauch.',
      'Eine Meldung, wenn ein Gerät schweigt oder ein Zähler nicht stimmt.',
    ],
    ask: 'Anfrage stellen',
    more: 'Was PowerMaster kann',
  },
  /** Advice for the customer of a site that sends nothing. */
  advice: {
    unknown:
      'Ihre Anlage ist angelegt, aber noch sendet sie keine Werte. Sobald der Sender in Ihrem Haus eingerichtet ist, sehen Sie hier, was gerade fließt.',
    silent:
      'Prüfen Sie bitte, ob der Sender in Ihrem Haus Strom und Internet hat. Sobald er wieder sendet, verschwindet dieser Hinweis.',
    ask: 'Hilfe anfragen',
  },
  madeUp: 'Diese Anlage ist erfunden, ihre Werte sind ausgedacht.',
  kilowatts: (value: number) => `${formatNumber(value, 2, 2)}\u00a0kW`,
  kilowattHours: (value: number) => `${formatNumber(value, 2, 2)}\u00a0kWh`,
  gigawattHours: (kilowattHours: number) => `${formatNumber(kilowattHours / 1_000_000, 2, 2)}\u00a0GWh`,
  percent: (value: number) => `${formatCount(Math.round(value))}\u00a0%`,

  alarms: {
    title: 'Meldungen',
    failed: 'Fehler beim Abrufen der Meldungen',
    none: 'Gerade ist alles in Ordnung.',
    since: (at: string) => `Seit ${at}`,
    over: (count: number) => plural(count, 'Meldung dieser Woche ist vorbei', 'Meldungen dieser Woche sind vorbei'),
    was: (name: string, from: string, to: string) => `${name}: ${from} bis ${to}`,
    muteKind: (name: string) => `Stumm schalten: ${name}`,
    muteFor: { 1: 'Bis morgen', 7: 'Eine Woche', 30: '30\u00a0Tage', 365: 'Ein Jahr' },
    muted: (name: string, until: string) => `„${name}“ ist bis zum ${until} stumm: ohne E-Mail und ohne Zählung.`,
    unmute: (name: string) => `Wieder melden: ${name}`,
    filter: 'Meldungen',
    filterWords: { open: 'Mit Meldung' },
    count: (count: number) => plural(count, 'Meldung', 'Meldungen'),
    all: 'Alle Anlagen',
    ofSites: 'Anlagen mit Meldungen',
    more: (count: number) => plural(count, 'weitere Anlage mit Meldungen', 'weitere Anlagen mit Meldungen'),
  },

  history: {
    title: 'Verlauf',
    before: 'Früher',
    after: 'Später',
    today: 'Heute',
    from: 'Woher kam der Strom?',
    to: 'Wohin ging der Strom?',
    asTable: 'Werte als Tabelle',
    caption: 'Energie je Schritt in Kilowattstunden',
    time: 'Zeit',
    coverage: 'Gemessen',
    gap: 'Lücke',
    csv: 'CSV herunterladen',
    slotFile: 'Viertelstunden herunterladen',
    empty: 'In diesem Zeitraum wurde nichts gemessen.',
    sums: 'Summen',
    used: 'Verbrauch',
    generated: 'Erzeugung',
    autarky: 'Autarkie',
    autarkyNote: 'von eigener Sonne gedeckt',
    selfUse: 'Eigenverbrauch',
    selfUseNote: 'der Erzeugung',
    cost: 'Kosten brutto',
    costNote: 'Bezug weniger Einspeisung',
    origin: 'Woher kam der Verbrauch?',
    origins: {
      pv: 'Direkt von der Sonne',
      batteryPv: 'Akku, von der Sonne geladen',
      batteryGrid: 'Akku, aus dem Netz geladen',
      grid: 'Direkt aus dem Netz',
    },
    restsOn: (estimated: string | null, unpriced: string | null, hasBattery: boolean) =>
      [
        'Kosten nach dem Tarif jeder Viertelstunde, ohne monatliche Preise.',
        estimated === null ? null : `${estimated} sind mit geschätzten Preisen gerechnet.`,
        unpriced === null ? null : `${unpriced} haben keinen Preis und zählen nicht mit.`,
        hasBattery
          ? 'Der Akku gibt ab, was er an diesem Tag und am Tag davor geladen hat; was älter ist, gilt als Netzstrom.'
          : null,
        hasBattery
          ? 'Strom aus dem Netz zählt nie zur Autarkie, auch nicht auf dem Umweg über den Akku.'
          : 'Strom aus dem Netz zählt nie zur Autarkie.',
      ]
        .filter(part => part !== null)
        .join(' '),
    covered: (share: string) => `${share} der Zeit gemessen.`,
    unexplained: (energy: string, share: string) =>
      `${energy} (${share}) passen nicht zur Bilanz: Ein Messkanal fehlt oder misst falsch.`,
    summary: (title: string, parts: readonly string[]) => `${title} ${parts.join(', ')}.`,
    step: (name: string, parts: readonly string[]) =>
      parts.length === 0 ? `${name}.` : `${name}: ${parts.join(', ')}.`,
  },

  todayLine: {
    title: 'Energie heute',
    failed: 'Ihre Anlagen konnten gerade nicht abgerufen werden.',
    nothing: 'Heute wurde noch nichts gemessen.',
    line: (generated: string | null, used: string | null, autarky: string | null) =>
      [
        generated === null ? null : `${generated} erzeugt`,
        used === null ? null : `${used} verbraucht`,
        autarky === null ? null : `${autarky} von eigener Sonne gedeckt`,
      ]
        .filter(part => part !== null)
        .join(', '),
  },

  owner: {
    newSite: 'Anlage anlegen',
    createTitle: 'Anlage anlegen',
    editTitle: 'Anlage bearbeiten',
    customer: 'Kunde',
    name: 'Name',
    pvKwp: 'Photovoltaik',
    kwp: 'kWp',
    usualChannels: 'Mit den Messkanälen eines üblichen Hauses',
    usualChannelsHint: 'Netz, Photovoltaik und Akku; das Haus ist der Rest. Sie lassen sich ändern.',
    hasBattery: 'Das Haus hat einen Akku',
    hasBatteryHint: 'Solange er nicht sendet, bleibt der Verbrauch des Hauses eine Lücke.',
    planes: 'Dachflächen',
    planesHint: 'Neigung: 0° ist flach, 90° eine Wand. Richtung: 0° ist Norden, 90° Osten, 180° Süden.',
    plane: (position: number) => `Dachfläche ${position}`,
    planeKwp: 'Leistung',
    tilt: 'Neigung',
    azimuth: 'Richtung',
    addPlane: 'Dachfläche hinzufügen',
    removePlane: (position: number) => `Dachfläche ${position} entfernen`,
    commissionedOn: 'In Betrieb seit',
    latitude: 'Breitengrad',
    longitude: 'Längengrad',
    latitudeHint: 'In Deutschland zwischen 47,27 und 55,06.',
    longitudeHint: 'In Deutschland zwischen 5,87 und 15,04.',
    withoutPlace:
      'Ohne Breiten- und Längengrad gibt es keine Wettervorhersage und damit keine Vorhersage der Sonne: Die Postleitzahl allein genügt nicht. Sie finden beide in jeder Karte, wenn Sie auf das Dach zeigen; zwei Nachkommastellen reichen.',
    maxImportW: 'Höchster Netzbezug',
    inverterW: 'Leistung der Wechselrichter',
    likeModules: 'Leer: wie die Module.',
    maxExportW: 'Höchste Einspeisung',
    noLimit: 'Leer: keine Grenze.',
    usualLimit: 'Leer: wie das Gesetz sie vorgibt.',
    watts: 'W',
    hasSmartMeter: 'Hat ein intelligentes Messsystem',
    canCurtail: 'Erzeugung lässt sich drosseln',
    canCurtailHint: 'Der Plan drosselt nur, wenn sich das lohnt.',
    yes: 'ja',
    no: 'nein',
    save: 'Anlage speichern',
    saved: (name: string) => `${name} ist gespeichert.`,
    delete: 'Anlage löschen',
    deleteQuestion: (name: string) => `Anlage „${name}“ löschen?`,
    deleteText: 'Alles, was dort gemessen wurde, geht verloren. Das lässt sich nicht rückgängig machen.',
    deleted: (name: string) => `${name} ist gelöscht.`,
    columns: {
      name: 'Anlage',
      customer: 'Kunde',
      state: 'Stand',
      alarms: 'Meldungen',
      pv: 'Erzeugung',
      pvToday: 'Heute erzeugt',
      level: 'Akku',
      last: 'Letzter Wert',
      oldest: 'Ältester Wert',
    },
    never: 'noch nie',
    oldest: (age: string) => `ältester ${age}`,
    old: (age: string) => `alt, ${age}`,
    more: 'Weitere Aktionen',
  },

  channels: {
    title: 'Messkanäle',
    lead: 'Unter diesen Namen nimmt das Portal Werte an.',
    empty: 'Diese Anlage hat noch keinen Messkanal.',
    add: 'Messkanal hinzufügen',
    edit: 'Messkanal bearbeiten',
    key: 'Schlüssel',
    keyHint: 'So nennt der Sender den Messkanal. Kleinbuchstaben, Ziffern und Bindestriche.',
    name: 'Name',
    role: 'Was wird gemessen?',
    measure: 'Messgröße',
    factor: 'Faktor',
    factorHint: '1000 bei Kilowatt, −1 dreht das Vorzeichen.',
    maxW: 'Höchste Leistung',
    watts: 'W',
    last: 'Letzter Wert',
    signInDoubt: 'Vorzeichen prüfen',
    turnSign: 'Vorzeichen drehen',
    turned: 'Das Vorzeichen ist gedreht. Die Werte werden neu berechnet.',
    save: 'Messkanal speichern',
    saved: (name: string) => `${name} ist gespeichert.`,
    deleteQuestion: (name: string) => `Messkanal „${name}“ löschen?`,
    deleteText: 'Seine Werte gehen verloren. Was an ihn gesendet wird, nimmt das Portal nicht mehr an.',
    deleted: (name: string) => `${name} ist gelöscht.`,
  },

  proposals: {
    title: 'Nicht zugeordnete Werte',
    lead: 'Das senden Geräte dieser Anlage, und noch zählt es nicht. Ein Klick macht einen Messkanal daraus.',
    failed: 'Fehler beim Abrufen der nicht zugeordneten Werte',
    done: 'Alles, was gesendet wird, ist zugeordnet.',
    unknown: (count: number) => plural(count, 'weiterer Wert ohne Vorschlag', 'weitere Werte ohne Vorschlag'),
    columns: { name: 'Wert', example: 'Beispiel', meaning: 'Vorschlag', assign: 'Zuordnung' },
    sources: {
      push: 'per HTTPS',
      evcc: 'evcc',
      homeassistant: 'Home Assistant',
      shelly: 'Shelly',
      tasmota: 'Tasmota',
      opendtu: 'OpenDTU',
      topic: 'MQTT',
    } satisfies Readonly<Record<ChannelAdapter | 'push', string>>,
    noExample: 'noch kein Wert',
    noMeaning: 'Unbekannt',
    assign: 'Zuordnen',
    assignName: (name: string) => `${name} zuordnen`,
    adjust: 'Anders zuordnen',
    formTitle: 'Wert zuordnen',
    sent: (example: string, source: string) => `Gesendet wird zum Beispiel ${example} (${source}).`,
    save: 'Zuordnen',
    assigned: (name: string) => `${name}: Werte zählen ab jetzt.`,
  },

  key: {
    title: 'Zugang für Sender',
    none: 'Noch kann nichts Werte senden. Erzeugen Sie dafür eine Adresse.',
    first: 'Diese Anlage hat noch keinen Wert empfangen. Richten Sie als Nächstes einen Sender ein.',
    toAccess: 'Zum Zugang für Sender',
    some: 'Eine Adresse ist vergeben. Sie wurde einmal gezeigt und lässt sich nicht wieder anzeigen.',
    make: 'Adresse erzeugen',
    remake: 'Neue Adresse erzeugen',
    question: 'Neue Adresse erzeugen?',
    explanation: 'Die bisherige gilt sofort nicht mehr: Alle Sender brauchen die neue.',
    shown: 'Diesen Zugang sehen Sie nur jetzt.',
    remove: 'Adresse sperren',
    removeQuestion: 'Adresse sperren?',
    removeText: 'Das Portal nimmt dann keine Werte dieser Anlage mehr an.',
    removed: 'Die Adresse ist gesperrt.',
  },

  rejections: {
    title: 'Abgelehnte Werte',
    lead: (count: number) => `Die letzten ${plural(count, 'Ablehnung', 'Ablehnungen')}.`,
    codes: rejections,
    columns: { channel: 'Messkanal', value: 'Wert', at: 'Zeit', reason: 'Grund' },
    wholeMessage: 'Ganze Nachricht',
    withoutChannel: 'Ohne Messkanal',
    withoutTime: 'ohne Zeit',
    arrived: (at: string) => `angekommen ${at}`,
  },
} as const
