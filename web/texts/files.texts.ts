import { fileBytesMax } from '#contract/limits.ts'

/** Files: choosing, uploading, previewing and downloading them. */
export const fileTexts = {
  choose: 'Dateien auswählen',
  chooseOne: 'Datei auswählen',
  photograph: 'Foto aufnehmen',
  hint: `PDF, JPEG, PNG oder HEIC, je höchstens ${fileBytesMax / 1_048_576}\u00a0MB`,
  dropHint: 'Sie können Dateien auch hierherziehen oder einfügen.',
  list: 'Angefügte Dateien',
  waiting: 'Wartet',
  sending: (percent: string) => `${percent} gesendet`,
  stored: 'Hochgeladen',
  announceStored: (name: string) => `${name} ist hochgeladen.`,
  announceFailed: (name: string, sentence: string) => `${name}: ${sentence}`,
  notSent: 'Die Übertragung hat nicht geklappt.',
  securityCheckFailed: 'Die Sicherheitsprüfung ist zweimal fehlgeschlagen. Bitte laden Sie die Seite neu.',
  unfinished: 'Eine Datei ließ sich nicht hochladen. Bitte versuchen Sie es erneut oder entfernen Sie sie.',
  cancel: (name: string) => `${name}: Übertragung abbrechen`,
  retry: (name: string) => `${name}: erneut versuchen`,
  remove: (name: string) => `${name} entfernen`,
  /** After the name of a file. */
  show: 'ansehen',
  saveOf: (name: string) => `${name} herunterladen`,
  saveAction: 'Herunterladen',
  preview: {
    loading: 'Wird geladen …',
    failed: 'Die Datei konnte nicht geladen werden.',
    unreadable:
      'Die Datei lässt sich hier nicht anzeigen. Vielleicht ist sie beschädigt, oder der Browser kennt ihr Format nicht. Sie können sie herunterladen.',
    locked: 'Die PDF-Datei ist mit einem Passwort geschützt. Bitte laden Sie sie herunter, um sie zu öffnen.',
    zoom: 'Größe',
    smaller: 'Kleiner',
    larger: 'Größer',
    /** Beside the zoom; a picture has no pages. */
    shown: (zoom: string, pages?: number) =>
      pages === undefined ? zoom : `${zoom} · ${pages}\u00a0${pages === 1 ? 'Seite' : 'Seiten'}`,
    page: (page: number, count: number) => `Seite ${page} von ${count}`,
    morePages: (count: number) => `Die Datei hat ${count}\u00a0Seiten. Alle sehen Sie nach dem Herunterladen.`,
  },
  notSavable: 'In der Ansicht als Kunde werden keine Dateien heruntergeladen.',
  types: {
    'application/pdf': 'PDF',
    'image/jpeg': 'JPEG',
    'image/png': 'PNG',
    'image/heic': 'HEIC',
  },
} as const
