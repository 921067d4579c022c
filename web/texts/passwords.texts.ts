import { formatCount, plural } from '#web/lib/format/format.ts'

/** The display of a sealed password, of a device, a website or a document. */
export const passwordTexts = {
  name: 'Passwort',
  none: 'Keines hinterlegt',
  set: 'Passwort hinterlegen',
  setOf: (label: string) => `Passwort hinterlegen für „${label}“`,
  replace: 'Passwort ersetzen',
  hidden: 'verborgen',
  reveal: 'Anzeigen',
  revealOf: (label: string) => `Anzeigen: Passwort von „${label}“`,
  hide: 'Verbergen',
  hideOf: (label: string) => `Verbergen: Passwort von „${label}“`,
  copy: 'Kopieren',
  copyOf: (label: string) => `Kopieren: Passwort von „${label}“`,
  hidesIn: (seconds: number) => `Wird in ${plural(seconds, 'Sekunde', 'Sekunden')} ausgeblendet`,
  announceShown: (seconds: number) => `Das Passwort wird ${formatCount(seconds)}\u00a0Sekunden lang angezeigt.`,
  announceHidden: 'Das Passwort ist wieder verborgen.',
  left: 'Das Passwort wurde nicht angezeigt, weil Sie inzwischen in einem anderen Fenster sind.',
  notCopied: 'Das Kopieren ist hier nicht möglich. Bitte lassen Sie sich das Passwort anzeigen.',
  copied: 'Das Passwort ist kopiert, bis Sie etwas anderes kopieren.',
  notInView: 'In der Ansicht als Kunde bleiben Passwörter verborgen.',
  unreadable: 'Nicht lesbar',
  unreadableStaff:
    'Der Schlüssel, mit dem dieses Passwort verschlossen wurde, fehlt. Stellen Sie die Schlüsseldatei wieder her, oder hinterlegen Sie das Passwort neu.',
  unreadableCustomer: 'Wir können dieses Passwort gerade nicht öffnen. Bitte fordern Sie ein neues an.',
} as const
