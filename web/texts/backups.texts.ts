import type { Backup, BackupKind, BackupState, BackupStep } from '#contract/backups.ts'

const kinds: Record<BackupKind, string> = {
  nightly: 'In der Nacht',
  before_migration: 'Vor einer Umstellung der Daten',
  by_hand: 'Von Hand',
}

const states: Record<BackupState, string> = {
  running: 'Läuft',
  unproven: 'Nicht geprüft',
  proven: 'Geprüft',
  failed: 'Fehlgeschlagen',
}

const steps: Record<BackupStep, string> = {
  waiting: 'Wartet, bis sie an der Reihe ist',
  copying: 'Die Daten werden kopiert',
  sealing: 'Die Kopie wird verschlüsselt',
  proving: 'Die Sicherung wird auf Probe zurückgespielt und verglichen',
}

const reasons: Record<Backup['reason'], string> = {
  '': '',
  audit_broken: 'Das Protokoll in der Kopie ist beschädigt.',
  damaged: 'Die Kopie ist beschädigt.',
  different: 'Die Kopie stimmt nicht mit den Daten überein.',
  disk_full: 'Auf der Festplatte ist kein Platz mehr.',
  fault: 'Unerwarteter Fehler.',
  file_gone: 'Die Datei ist nicht mehr im Ordner der Sicherungen.',
  found: 'Im Ordner gefunden, wird noch geprüft.',
  interrupted: 'Das Portal wurde währenddessen beendet.',
  key_missing: 'Der Schlüssel dazu steht nicht in der Schlüsseldatei.',
  may_not_try:
    'Zum Prüfen fehlt dem Datenbankbenutzer das Recht, Datenbanken anzulegen (PostgreSQL: alter role … createdb).',
  no_backup: 'Die Datei ist keine Sicherung dieses Portals.',
  secret_unreadable: 'Mit der Schlüsseldatei ist kein Passwort in der Kopie lesbar.',
  tool_missing: 'Auf dem Server fehlen pg_dump und pg_restore (Debian: postgresql-client).',
}

/** Backups of the database. */
export const backupTexts = {
  title: 'Sicherungen',
  lead: 'Jede Nacht um 3\u00a0Uhr sichert das Portal alle Daten verschlüsselt. Eine Sicherung zählt erst, wenn sie auf Probe zurückgespielt und verglichen wurde.',
  keysNote:
    'Die Schlüsseldatei gehört nicht dazu. Bewahren Sie eine Kopie von ihr an einem anderen Ort auf: Ohne sie lässt sich keine Sicherung öffnen.',
  start: 'Jetzt sichern',
  started: 'Die Sicherung hat begonnen.',
  running: 'Eine Sicherung läuft',
  progressLabel: 'Fortschritt der Sicherung',
  progress: (step: number, count: number) => `Schritt ${step} von ${count}`,
  done: 'Die Sicherung ist geprüft.',
  notDone: 'Die Sicherung ist fehlgeschlagen.',
  notProven: 'Die Sicherung ist da, konnte aber nicht geprüft werden.',
  columns: {
    startedAt: 'Stand vom',
    kind: 'Anlass',
    state: 'Ergebnis',
    size: 'Größe',
    rows: 'Datensätze',
    audit: 'Zeilen im Protokoll',
    provenAt: 'Geprüft am',
    file: 'Datei',
    reason: 'Grund',
    detail: 'Meldung des Systems',
    bytes: 'Größe in Byte',
  },
  kinds,
  states,
  unknownState: 'Unbekannt',
  steps,
  reasons,
  unknownReason: 'Anderer Grund.',
  provenNote: (moment: string) => `am ${moment}`,
  failed: 'Fehler beim Abrufen der Sicherungen',
  empty: 'Bisher gibt es keine Sicherung. Die erste entsteht heute Nacht um 3\u00a0Uhr.',

  download: 'Herunterladen',
  downloading:
    'Der Download hat begonnen. Die Datei ist verschlüsselt; öffnen lässt sie sich nur mit der Schlüsseldatei.',

  restore: {
    title: 'So stellen Sie eine Sicherung wieder her',
    lead: 'Das geht nur auf dem Server, im Ordner des Portals: Wer hier angemeldet ist, kann damit nichts überschreiben.',
    failed: 'Fehler beim Abrufen der Anleitung',
    anyFile: 'portal-….backup',
    commandOf: (step: string) => `Befehl: ${step}`,
    have: '1. Sicherung und Schlüsseldatei bereitlegen',
    haveFile: (folder: string) =>
      `Die Sicherungen liegen auf dem Server im Ordner ${folder}. Eine heruntergeladene kann an jedem Ort liegen; nennen Sie dann im Befehl ihren Pfad.`,
    haveKeys: (path: string) =>
      `Die Schlüsseldatei ist ${path}. Sie steht in keiner Sicherung, und ohne sie lässt sich keine öffnen.`,
    haveKeysElsewhere: (name: string) =>
      `Die Schlüsseldatei heißt ${name} und liegt dort, wo KEYS_FILE in der Konfiguration hinzeigt. Sie steht in keiner Sicherung, und ohne sie lässt sich keine öffnen.`,
    newMachine:
      'Auf einem neuen Rechner installieren Sie zuerst das Portal und legen die Schlüsseldatei an denselben Ort, nur für ihren Besitzer lesbar (Rechte 0600).',
    postgres: 'Für PostgreSQL müssen pg_dump und pg_restore installiert sein (Debian: postgresql-client).',
    verify: '2. Auf Probe zurückspielen',
    verifyText: 'Ändert nichts und geht auch, während das Portal läuft.',
    stop: '3. Portal anhalten',
    put: '4. Zurückspielen',
    putText:
      'Die Datei wird geprüft, bevor etwas ersetzt wird. Was bisher da war, bleibt beiseitegelegt. Anmeldungen, Sitzungen und Aufträge sind danach die der Sicherung.',
    start: '5. Portal starten',
    startText:
      'E-Mails, die damals noch warteten, werden noch einmal gesendet. Soll das nicht sein, lassen Sie beim ersten Start SMTP_URL weg und sehen in den Postausgang.',
    undo: '6. Falls es die falsche war: zurücktauschen',
    undoText: 'Bei angehaltenem Portal. Tauscht die Daten gegen die, die beiseitegelegt wurden.',
    compose: 'Mit Docker Compose',
  },

  last: 'Letzte geprüfte Sicherung',
  lastNone: 'noch keine, die erste entsteht heute Nacht um 3\u00a0Uhr',
  lastMissing: 'keine',
  lastFailed: 'Der Stand der Sicherungen konnte nicht geladen werden.',
  all: 'Alle Sicherungen',
  failedTitle: 'Die letzte Sicherung ist fehlgeschlagen',
  oldTitle: 'Seit über zwei Tagen gibt es keine geprüfte Sicherung',
  lastWas: (moment: string) => `Die letzte geprüfte Sicherung ist vom ${moment}\u00a0Uhr.`,
  neverWas: 'Bisher wurde keine Sicherung geprüft.',
} as const
