import { ofMail } from '#web/lib/api/mail-sending.ts'

/** The fields of a customer record in the customer's words. */
const accessFields: Readonly<Record<string, string>> = {
  kind: 'Kundenart',
  company: 'Firma',
  firstName: 'Vorname',
  lastName: 'Nachname',
  phone: 'Telefon',
  website: 'Website',
  email: 'E-Mail',
  address: 'Anschrift',
  vatId: 'USt-IdNr.',
  leitwegId: 'Leitweg-ID',
  notifications: 'Benachrichtigungen',
  hourlyRate: 'Stundensatz',
}

/** Actions of staff members: the text before and after the object; a single part without an object. */
const accessSentences: Readonly<Record<string, (who: string) => readonly [before: string, behind?: string]>> = {
  'as_user.started': who => [`${who} hat das Kundenportal aus Ihrer Sicht geöffnet.`],
  'as_user.ended': who => [`${who} hat die Ansicht aus Ihrer Sicht beendet.`],
  'service_credential.revealed': who => [`${who} hat das Passwort `, ' angesehen.'],
  'invoice.password_revealed': who => [`${who} hat das Passwort des PDFs der Rechnung `, ' angesehen.'],
  'invoice.downloaded': who => [`${who} hat die Rechnung `, ' heruntergeladen.'],
  'request.attachment_downloaded': who => [`${who} hat einen Anhang Ihrer Anfrage `, ' heruntergeladen.'],
  'ticket.attachment_downloaded': who => [`${who} hat einen Anhang Ihres Tickets `, ' heruntergeladen.'],
  'customer.erasure_asked': who => [`${who} hat die Löschung Ihres Kundenkontos angefordert.`],
  'customer.erasure_withdrawn': who => [`${who} hat die Löschung Ihres Kundenkontos widerrufen.`],
  'energy_site.viewed': who => [`${who} hat die Messwerte Ihrer Anlage `, ' angesehen.'],
  'customer_export.asked': who => [`${who} hat Ihre Daten zum Mitnehmen zusammenstellen lassen.`],
  'customer_export.downloaded': who => [`${who} hat Ihre zusammengestellten Daten heruntergeladen.`],
}

/** A user's account settings. */
export const userSettingsTexts = {
  title: 'Einstellungen',
  contents: 'Abschnitte der Einstellungen',
  hiddenInView: (customer: string) =>
    `In der Ansicht als ${customer} sind Ihre eigenen Einstellungen ausgeblendet. Beenden Sie die Ansicht, um Ihr Passwort und Ihre Geräte zu sehen.`,
  loggedInAs: (username: string) => `Angemeldet als ${username}`,
  saved: 'Einstellungen erfolgreich gespeichert',
  failed: 'Einstellungen Speichern Fehlgeschlagen',
  loadingFailed: 'Die Einstellungen konnten nicht geladen werden.',

  mails: {
    title: 'E-Mails an Sie',
    get lead() {
      return `Was Sie von uns per E-Mail erfahren möchten. Änderungen gelten sofort.${ofMail(
        '',
        ' Zurzeit verschickt das Portal keine E-Mails: Sie werden nur vorgemerkt.',
      )}`
    },
  },

  notifications: {
    label: 'Benachrichtigungen',
    hint: (email: string) => `Neues aus Ihren Tickets, Anfragen und Diensten, an ${email}.`,
    awaited: (email: string) =>
      `Neues aus Ihren Tickets, Anfragen und Diensten. Es wartet, bis ${email} bestätigt ist.`,
    noAddress: 'Neues aus Ihren Tickets, Anfragen und Diensten. Dafür fehlt noch eine E-Mail-Adresse in Ihren Angaben.',
    when: 'Wann möchten Sie sie erhalten?',
    immediately: 'Sofort',
    immediatelyHint: 'Mehrere Einträge eines Tickets kommen gesammelt nach zehn Minuten.',
    daily: 'Einmal am Tag',
    dailyHint: 'Alles seit dem Vortag in einer E-Mail, morgens um sieben.',
    kinds: (names: string) => `Anlässe: ${names}`,
    get always() {
      return `E-Mails zur Sicherheit Ihres Zugangs ${ofMail('kommen', 'werden')} immer${ofMail('', ' vorgemerkt')}.`
    },
    switchedOn: 'Die Benachrichtigungen sind eingeschaltet.',
    switchedOff: 'Die Benachrichtigungen sind ausgeschaltet.',
    savedWhen: {
      get immediately() {
        return ofMail(
          'Die Benachrichtigungen kommen jetzt sofort.',
          'Die Benachrichtigungen werden jetzt sofort vorgemerkt.',
        )
      },
      get daily() {
        return ofMail(
          'Die Benachrichtigungen kommen jetzt einmal am Tag.',
          'Die Benachrichtigungen werden jetzt einmal am Tag vorgemerkt.',
        )
      },
    },
  },

  newsletter: {
    label: 'Newsletter',
    hint: 'Neuigkeiten von uns per E-Mail. Sie bestätigen die Bestellung mit einem Link.',
    active: (email: string, since: string) => `Geht an ${email}, bestellt am ${since}.`,
    get asked() {
      return ofMail(
        'Bitte bestätigen Sie den Newsletter mit dem Link in der E-Mail.',
        'Die E-Mail mit dem Link ist vorgemerkt.',
      )
    },
    get askedAgain() {
      return ofMail(
        'Wir haben Ihnen einen neuen Link geschickt. Der vorige gilt nicht mehr.',
        'Eine E-Mail mit einem neuen Link ist vorgemerkt. Der vorige gilt nicht mehr.',
      )
    },
    askAgain: 'Link erneut senden',
    ended: 'Der Newsletter ist abbestellt.',
    pendingTitle: 'Noch nicht bestätigt',
    pending: (email: string, until: string) =>
      `${linkMailed(email)} Er gilt bis ${until}\u00a0Uhr. Erst danach kommt der Newsletter.`,
  },

  details: {
    title: 'Ihre Angaben',
    lead: 'So sprechen wir Sie an, und so erreichen wir Sie.',
    leadFor: (customer: string) => `So sprechen wir Sie an, und so erreichen wir ${customer}.`,
    form: 'Ihre Angaben',
    firstName: 'Vorname',
    lastName: 'Nachname',
    phone: 'Telefon',
    website: 'Website',
    contactEmail: 'E-Mail für Rechnungen und Benachrichtigungen',
    contactEmailHint: 'Bleibt das Feld leer, gehen sie an die E-Mail-Adresse Ihres Zugangs.',
    street: 'Straße und Hausnummer',
    zip: 'PLZ',
    city: 'Ort',
    country: 'Land',
    save: 'Angaben speichern',
  },

  contact: {
    confirmed: (email: string) => `${email} ist bestätigt.`,
    unconfirmedTitle: 'Diese Adresse ist noch nicht bestätigt',
    /** `instead`: where mails are sent until then; empty if nobody else can be reached. */
    unconfirmed: (email: string, instead: string) =>
      `Bis jemand den Link in einer Bestätigungsmail an ${email} benutzt, ${untilConfirmed(instead)}`,
    pending: (email: string, until: string, instead: string) =>
      `${linkMailed(email)} Er gilt bis ${until}\u00a0Uhr. Bis jemand ihn benutzt, ${untilConfirmed(instead)}`,
    /** The same address waits as the account's: one link confirms both. */
    pendingWithAccount: (email: string, until: string, instead: string) =>
      `${linkMailed(email)} Er bestätigt die Adresse für Ihren Zugang und für Rechnungen und Benachrichtigungen. Er gilt bis ${until}\u00a0Uhr. Bis Sie ihn öffnen, ${untilConfirmed(instead)}`,
    failed: 'Bestätigungsmail nicht verschickt',
    tooMany:
      'Eine unbestätigte Adresse bekommt höchstens eine E-Mail am Tag, und ein Kundenkonto kann höchstens fünf Bestätigungsmails am Tag anfordern. Für heute ist das erreicht, bitte versuchen Sie es morgen erneut.',
    send: 'Bestätigungsmail senden',
    asked: linkMailed,
  },
  email: {
    title: 'E-Mail Ihres Zugangs',
    lead: 'An diese Adresse gehen Links für ein neues Passwort und Hinweise zur Sicherheit Ihres Zugangs.',
    form: 'E-Mail-Adresse ändern',
    current: 'Aktuelle Adresse',
    none: 'Keine hinterlegt',
    next: 'Neue E-Mail-Adresse',
    password: 'Aktuelles Passwort',
    passwordHint: 'Damit niemand anderes Ihre Adresse ändert.',
    save: 'E-Mail-Adresse ändern',
    asked: linkMailed,
    same: 'Diese Adresse gilt bereits.',
    confirmContactFirst: (email: string) =>
      `${ofMail(`An ${email} ging heute schon ein Link`, `An ${email} ist heute schon ein Link vorgemerkt`)}, der sie für Rechnungen und Benachrichtigungen bestätigt. Öffnen Sie ihn zuerst, dann können Sie die Adresse auch für Ihren Zugang verwenden.`,
    pendingTitle: 'Neue Adresse noch nicht bestätigt',
    pending: (email: string, until: string) =>
      `${linkMailed(email)} Er gilt bis ${until}\u00a0Uhr. Bis Sie ihn öffnen, gilt die aktuelle Adresse.`,
    cancel: 'Änderung verwerfen',
    cancelled: 'Es bleibt bei der aktuellen Adresse.',
  },

  access: {
    title: 'Zugriffe auf meine Daten',
    lead: 'Wann wir Ihr Kundenportal aus Ihrer Sicht geöffnet, ein hinterlegtes Passwort angesehen, eine Ihrer Dateien heruntergeladen oder Ihre Kundendaten geändert haben.',
    empty: 'Bisher gab es keine Zugriffe.',
    failed: 'Die Zugriffe konnten nicht geladen werden.',
    pagerLabel: 'Zugriffe',
    portal: 'Das Portal',
    looked: accessSentences,
    /** A password is named by its label and its service. */
    password: (label: string, service: string) => (service === '' ? `„${label}“` : `„${label}“ von „${service}“`),
    changed: (who: string, fields: readonly string[]) =>
      fields.length === 0
        ? `${who} hat Ihre Kundendaten geändert.`
        : `${who} hat Ihre Kundendaten geändert: ${fields.join(', ')}.`,
    fields: accessFields,
  },

  password: {
    title: 'Passwort',
    lead: 'Mit dem neuen Passwort endet die Anmeldung auf allen anderen Geräten.',
    form: 'Passwort ändern',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    save: 'Passwort ändern',
    saved: 'Ihr Passwort ist geändert. Auf anderen Geräten ist die Anmeldung beendet.',
  },

  devices: {
    title: 'Angemeldete Geräte',
    lead: 'Hier sind Sie gerade angemeldet. Erkennen Sie ein Gerät nicht wieder, melden Sie es ab und ändern Sie Ihr Passwort.',
    thisDevice: 'Dieses Gerät',
    lastSeen: (moment: string) => `Zuletzt benutzt: ${moment}`,
    since: (moment: string) => `Angemeldet seit ${moment}`,
    address: (address: string) => `Adresse ${address}`,
    revoke: 'Abmelden',
    revokeLabel: (device: string) => `${device} abmelden`,
    revokeQuestion: (device: string) => `${device} abmelden?`,
    revokeExplanation: 'Dort endet die Anmeldung sofort. Wer das Gerät weiter benutzen möchte, muss sich neu anmelden.',
    revoked: 'Das Gerät ist abgemeldet.',
    loadingFailed: 'Die angemeldeten Geräte konnten nicht geladen werden.',
    lastFailed: 'Letzter Fehlversuch',
    lastFailedFrom: (moment: string, network: string) => `${moment}, von ${network}`,
    lastFailedAdvice:
      'Waren Sie das nicht, hat jemand versucht, sich mit Ihrem Benutzernamen oder Ihrer E-Mail-Adresse anzumelden. Mit einem eigenen, langen Passwort und einem zweiten Faktor bleibt es beim Versuch.',
    noneFailed: 'Es gab noch keinen Fehlversuch.',
    onlyThis: 'Auf anderen Geräten sind Sie nicht angemeldet.',
    pagerLabel: 'Geräte',
  },
} as const

function untilConfirmed(instead: string): string {
  return instead === ''
    ? 'warten Rechnungen und Benachrichtigungen.'
    : `gehen Rechnungen und Benachrichtigungen an ${instead}.`
}

function linkMailed(email: string): string {
  return ofMail(`Wir haben einen Link an ${email} geschickt.`, `Ein Link an ${email} ist vorgemerkt.`)
}
