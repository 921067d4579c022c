import {
  applicationPeriodMinutesDefault,
  certificateExpiringDays,
  websiteCheckMinutes,
  websiteHistoryDays,
} from '#contract/limits.ts'
import type { ServiceState, ServiceType } from '#contract/service-fields.ts'
import type { CheckError } from '#contract/website-services.ts'
import { ofMail } from '#web/lib/api/mail-sending.ts'
import { formatCount, plural } from '#web/lib/format/format.ts'

const kinds: Record<ServiceType, string> = {
  device_service: 'Gerät',
  website_service: 'Website',
  application_service: 'Anwendung',
}

const kindsPlural: Record<ServiceType, string> = {
  device_service: 'Geräte',
  website_service: 'Websites',
  application_service: 'Anwendungen',
}

/** The label of a state depends on the kind; `none` is for services that are not monitored. */
const states: Record<ServiceType, Record<ServiceState | 'none', string>> = {
  device_service: {
    ok: 'Erreichbar',
    problem: 'Nicht erreichbar',
    unknown: 'Noch nicht bekannt',
    none: 'Nicht überwacht',
  },
  website_service: {
    ok: 'Erreichbar',
    problem: 'Nicht erreichbar',
    unknown: 'Noch nicht geprüft',
    none: 'Nicht überwacht',
  },
  application_service: {
    ok: 'Meldet sich',
    problem: 'Meldet sich nicht',
    unknown: 'Noch nie gemeldet',
    none: 'Nicht überwacht',
  },
}

const stateFilter: Record<ServiceState, string> = {
  ok: 'In Ordnung',
  problem: 'Gestört',
  unknown: 'Noch nicht bekannt',
}

const checkErrors: Record<CheckError, string> = {
  dns: 'Der Name der Website ist nicht bekannt.',
  refused: 'Unter der Adresse antwortet niemand.',
  timeout: 'Die Antwort kam nicht in der erwarteten Zeit.',
  tls: 'Das Zertifikat ist nicht vertrauenswürdig.',
  status: 'Die Website antwortet mit einem Fehler.',
  blocked: 'Diese Adresse darf das Portal nicht abrufen.',
}

/** Services: devices, websites and applications. */
export const serviceTexts = {
  title: 'Dienste',
  listFailed: 'Fehler beim Abrufen der Dienste',
  empty: 'Es wurden keine Dienste gefunden.',
  emptyCustomer: 'Es wurden keine Dienste gefunden. Sobald wir etwas für Sie betreuen, sehen Sie hier, ob es läuft.',
  nothingFiltered: 'Keine Dienste passen zu dieser Auswahl.',
  searchPlaceholder: 'Name oder Kunde',
  searchPlaceholderOwn: 'Name oder Adresse',
  newService: 'Dienst anlegen',
  views: 'Ansicht',
  asList: 'Alle Dienste',
  asGroups: 'Nach Dienstgruppe',
  allOfKind: (kind: ServiceType) => `Alle ${kindsPlural[kind]}`,
  kinds,
  kindsPlural,
  states,
  unknownState: 'Unbekannt',
  stateFilter,
  columns: {
    name: 'Dienst',
    kind: 'Art',
    state: 'Stand',
    customer: 'Kunde',
    collection: 'Dienstgruppe',
    heard: 'Zuletzt',
    created: 'Angelegt',
  },
  csv: {
    addresses: 'Adressen',
    description: 'Beschreibung',
    localIp: 'Lokale IP',
    externalIp: 'Externe IP',
    macAddress: 'MAC-Adresse',
    version: 'Version',
    lastHeard: 'Zuletzt erreichbar',
    certificate: 'Zertifikat bis',
  },
  certificateFilter: 'Zertifikat',
  certificateExpiring: 'läuft bald ab',
  summary: {
    label: 'Dienste auf einen Blick',
    devices: 'Geräte',
    websites: 'Websites',
    applications: 'Anwendungen',
    certificates: 'Zertifikate laufen ab',
    allOk: 'alle in Ordnung',
    down: (count: number) => `${formatCount(count)} nicht erreichbar`,
    silent: (count: number) => (count === 1 ? '1 meldet sich nicht' : `${formatCount(count)} melden sich nicht`),
    soon: `in ${certificateExpiringDays}\u00a0Tagen`,
  },
  heard: (ago: string) => `zuletzt gemeldet ${ago}`,
  checked: (ago: string) => `zuletzt geprüft ${ago}`,
  inVersion: (version: string) => `Version ${version}`,
  answered: (ms: number) => `${formatCount(ms)}\u00a0ms`,
  more: (count: number) => `${formatCount(count)} weitere`,

  detail: {
    facts: 'Angaben',
    customer: 'Kunde',
    collection: 'Dienstgruppe',
    kind: 'Art',
    created: 'Angelegt',
    description: 'Beschreibung',
    urls: 'Adressen',
    noUrls: 'Keine Adressen hinterlegt.',
    checkedUrl: 'wird geprüft',
    network: 'Netzwerk',
    localIp: 'Lokale IP',
    externalIp: 'Externe IP',
    macAddress: 'MAC-Adresse',
    notGiven: 'Nicht angegeben',
    actions: 'Weitere Aktionen',
    delete: 'Dienst löschen',
  },

  website: {
    status: 'Zustand',
    checkNow: 'Jetzt prüfen',
    checkedOk: (ms: number) => `Die Website ist erreichbar. Sie hat nach ${formatCount(ms)}\u00a0ms geantwortet.`,
    checkedFailed: (reason: string) => `Die Prüfung ist fehlgeschlagen. ${reason}`,
    response: 'Antwortzeit',
    lastCheck: 'Letzte Prüfung',
    uptime: `Verfügbar (${websiteHistoryDays}\u00a0Tage)`,
    certificate: 'Zertifikat',
    noCertificate: 'Keines',
    certificateUntil: (date: string) => `gültig bis ${date}`,
    certificateDays: (days: number) => (days === 0 ? 'läuft heute ab' : `noch ${plural(days, 'Tag', 'Tage')}`),
    certificateOver: 'abgelaufen',
    certificateSoon: (date: string, days: number) =>
      days === 0
        ? `Das Zertifikat läuft heute, am ${date}, ab. Danach warnen Browser vor der Website.`
        : `Das Zertifikat läuft in ${days === 1 ? 'einem Tag' : `${formatCount(days)}\u00a0Tagen`} ab, am ${date}. Danach warnen Browser vor der Website.`,
    certificateGone: (date: string) =>
      `Das Zertifikat ist am ${date} abgelaufen. Browser warnen Besucher vor der Website.`,
    never: 'Noch nie',
    downTitle: (since: string) => `Nicht erreichbar seit ${since}\u00a0Uhr`,
    failedOnceTitle: 'Die letzte Prüfung ist fehlgeschlagen',
    failedOnce: (reason: string) => `${reason} Schlägt auch die nächste fehl, gilt die Website als nicht erreichbar.`,
    unwatched: 'Diese Website wird nicht überwacht.',
    rhythm: `Das Portal prüft die Website alle ${websiteCheckMinutes}\u00a0Minuten.`,
    errors: checkErrors,
    statusCode: (code: number) => `Die Website antwortet mit dem Fehler ${code}.`,
  },

  history: {
    title: `Verfügbarkeit der letzten ${websiteHistoryDays}\u00a0Tage`,
    failed: 'Fehler beim Abrufen der Verfügbarkeit',
    summary: (uptime: string, days: number) =>
      days === 0
        ? `Verfügbarkeit der letzten ${websiteHistoryDays}\u00a0Tage: ${uptime}. An keinem Tag gab es eine Störung.`
        : `Verfügbarkeit der letzten ${websiteHistoryDays}\u00a0Tage: ${uptime}. An ${plural(days, 'Tag', 'Tagen')} gab es Störungen.`,
    noChecks: 'In dieser Zeit gab es noch keine Prüfung.',
    from: `vor ${websiteHistoryDays}\u00a0Tagen`,
    to: 'heute',
    days: {
      ok: 'Erreichbar',
      short: 'Kurz gestört',
      down: 'Gestört',
      none: 'Keine Prüfung',
    },
    tooltip: (date: string, word: string, failures: number, checks: number) =>
      checks === 0
        ? `${date}: ${word}`
        : `${date}: ${word}, ${formatCount(failures)} von ${plural(checks, 'Prüfung', 'Prüfungen')} fehlgeschlagen`,
    table: 'Als Tabelle zeigen',
    tableTitle: 'Die Tage im Einzelnen',
    date: 'Tag',
    state: 'Stand',
    uptime: 'Verfügbar',
    checks: 'Prüfungen',
    failures: 'davon fehlgeschlagen',
    mean: 'Antwort im Mittel',
    slowest: 'Längste Antwort',
    outages: 'Ausfälle',
    noOutages: 'In dieser Zeit gab es keinen Ausfall.',
    outageFrom: 'Von',
    outageTo: 'Bis',
    outageLength: 'Dauer',
    outageReason: 'Grund',
    ongoing: 'dauert an',
    minutes: (minutes: number) => `${formatCount(minutes)}\u00a0Min.`,
    hours: (hours: number, minutes: number) => `${formatCount(hours)}\u00a0Std. ${formatCount(minutes)}\u00a0Min.`,
    longDays: (days: number, hours: number) => `${plural(days, 'Tag', 'Tage')} ${formatCount(hours)}\u00a0Std.`,
  },

  application: {
    status: 'Zustand',
    version: 'Version',
    noVersion: 'Nicht gemeldet',
    lastAlive: 'Zuletzt gemeldet',
    never: 'Noch nie gemeldet',
    period: 'Meldeabstand',
    atMost: (period: string) => `höchstens ${period}`,
    silentTitle: (since: string) => `Überfällig seit ${since}\u00a0Uhr`,
    silentText: (period: string) => `Längste erlaubte Pause: ${period}.`,
    neverTitle: 'Noch kein Lebenszeichen',
    neverText: 'Sobald sich die Anwendung zum ersten Mal meldet, steht hier, wann das war.',
    periodMinutes: (minutes: number) => plural(minutes, 'Minute', 'Minuten'),
    periodHours: (hours: number) => plural(hours, 'Stunde', 'Stunden'),
    periodDays: (days: number) => plural(days, 'Tag', 'Tage'),
  },

  heartbeat: {
    title: 'Heartbeat-Adresse',
    explanation:
      'An diese Adresse schickt die Anwendung regelmäßig ein Lebenszeichen. Wer sie kennt, kann sich als die Anwendung ausgeben.',
    has: 'Eine Adresse ist vergeben. Sie wurde einmal gezeigt und lässt sich nicht noch einmal anzeigen.',
    hasNone: 'Noch keine Adresse vergeben. Ohne sie kann sich die Anwendung nicht melden.',
    make: 'Adresse erzeugen',
    renew: 'Neue Adresse erzeugen',
    remove: 'Adresse abschalten',
    renewQuestion: (name: string) => `Neue Heartbeat-Adresse für „${name}“ erzeugen?`,
    renewExplanation: 'Die bisherige Adresse gilt dann nicht mehr. Tragen Sie die neue in der Anwendung ein.',
    removeQuestion: (name: string) => `Heartbeat-Adresse von „${name}“ abschalten?`,
    removeExplanation: 'Die Anwendung kann sich dann nicht mehr melden, bis Sie eine neue Adresse erzeugen.',
    removed: 'Die Heartbeat-Adresse gilt nicht mehr.',
    madeTitle: 'Die neue Adresse wird nur jetzt gezeigt',
    madeText: 'Kopieren Sie sie, bevor Sie diese Seite verlassen.',
    url: 'Adresse',
    example: 'Beispiel mit curl',
    done: 'Ich habe die Adresse kopiert',
  },

  form: {
    createTitle: 'Dienst anlegen',
    editTitle: (kind: ServiceType) => `${kinds[kind]} bearbeiten`,
    kind: 'Art des Dienstes',
    kindHints: {
      device_service: 'Router, Wallbox, Server: mit Adressen im Netz und Zugängen.',
      website_service: `Wird alle ${websiteCheckMinutes}\u00a0Minuten geprüft, mit Zertifikat und Verlauf.`,
      application_service: 'Meldet sich selbst über eine eigene Adresse.',
    } satisfies Record<ServiceType, string>,
    customer: 'Kunde',
    name: 'Name',
    description: 'Beschreibung',
    collection: 'Dienstgruppe',
    noCollection: 'Keine',
    localIp: 'Lokale IP',
    localIpHint: 'Zum Beispiel 192.168.178.20',
    externalIp: 'Externe IP',
    macAddress: 'MAC-Adresse',
    macAddressHint: 'Zum Beispiel 3c:a6:2f:10:9b:e4',
    urls: 'Adressen',
    urlsHint: 'Links zur Oberfläche des Geräts.',
    websiteUrls: 'Adressen',
    websiteUrlsHint: 'Die erste wird geprüft.',
    url: (place: number) => `Adresse ${place}`,
    addUrl: 'Adresse hinzufügen',
    removeUrl: (place: number) => `Adresse ${place} entfernen`,
    isWatched: 'Erreichbarkeit überwachen',
    get isWatchedHint() {
      return `Alle ${websiteCheckMinutes}\u00a0Minuten. ${ofMail(
        'Der Kunde bekommt eine E-Mail, wenn die Website ausfällt und wenn sie wieder da ist.',
        'Fällt die Website aus und ist sie wieder da, wird eine E-Mail an den Kunden nur vorgemerkt: Zurzeit verschickt das Portal keine E-Mails.',
      )}`
    },
    version: 'Version',
    versionHint: 'Meldet die Anwendung eine, ersetzt sie diese Angabe.',
    periodMinutes: 'Meldeabstand',
    periodUnit: 'Min.',
    periodHint: `Meldet sich die Anwendung länger nicht, gilt sie als gestört. Üblich sind ${applicationPeriodMinutesDefault}\u00a0Minuten.`,
    create: 'Dienst anlegen',
    save: 'Dienst speichern',
    created: (name: string) => `„${name}“ wurde angelegt.`,
    saved: (name: string) => `„${name}“ wurde gespeichert.`,
    yes: 'Ja',
    no: 'Nein',
  },

  deletion: {
    question: (name: string) => `„${name}“ löschen?`,
    explanation: {
      device_service: 'Das Gerät verschwindet mit seinen Zugängen. Das lässt sich nicht rückgängig machen.',
      website_service:
        'Die Website verschwindet mit ihrem Verlauf und ihren Zugängen und wird nicht mehr geprüft. Das lässt sich nicht rückgängig machen.',
      application_service:
        'Die Anwendung verschwindet und kann sich nicht mehr melden. Das lässt sich nicht rückgängig machen.',
    } satisfies Record<ServiceType, string>,
    confirm: 'Dienst löschen',
    deleted: (name: string) => `„${name}“ wurde gelöscht.`,
  },
} as const
