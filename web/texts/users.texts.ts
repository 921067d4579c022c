import type { Role } from '#contract/accounts.ts'
import { ofMail } from '#web/lib/api/mail-sending.ts'

const roles: Record<Role, string> = {
  customer: 'Kunde',
  admin: 'Administrator',
}

/** Users, as admins see them. */
export const userTexts = {
  title: 'Benutzer',
  roles,
  unknownRole: 'Unbekannt',
  columns: {
    name: 'Benutzer',
    email: 'E-Mail',
    role: 'Rolle',
    state: 'Zugang',
    lastLogin: 'Letzte Anmeldung',
  },
  csv: {
    username: 'Benutzername',
    firstName: 'Vorname',
    lastName: 'Nachname',
    invitedAt: 'Einladung vom',
    createdAt: 'Angelegt',
    secondFactor: 'Zweiter Faktor',
  },
  never: 'Noch nie',
  states: {
    active: 'Aktiv',
    get invited() {
      return ofMail('Eingeladen', 'Einladung vorgemerkt')
    },
    notInvited: 'Nicht eingeladen',
    inactive: 'Deaktiviert',
  },
  secondFactor: 'Zweiter Faktor an',
  nothingFiltered: 'Keine Benutzer passen zu dieser Auswahl.',
  listFailed: 'Fehler beim Abrufen der Benutzer',
  empty: 'Es wurden keine Benutzer gefunden.',
  emptyCustomer: 'Noch kann sich niemand für diesen Kunden anmelden.',
  searchPlaceholder: 'Name oder E-Mail',
  newUser: 'Benutzer anlegen',

  form: {
    createTitle: 'Benutzer anlegen',
    editTitle: 'Benutzer bearbeiten',
    username: 'Benutzername',
    usernameHint: 'Damit meldet sich die Person an, oder mit ihrer E-Mail-Adresse, wenn sonst niemand sie hat.',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    get emailHint() {
      return `Für Einladung und neues Passwort. Wer sich schon angemeldet hat, wird bei einer neuen Adresse überall abgemeldet${ofMail(
        ' und bekommt dorthin einen Link für ein neues Passwort.',
        ', und ein Link für ein neues Passwort wird nur vorgemerkt: Zurzeit verschickt das Portal keine E-Mails.',
      )}`
    },
    ownEmailHint: 'Die eigene Adresse ändern Sie unter Einstellungen, mit Ihrem Passwort.',
    role: 'Rolle',
    customer: 'Kunde',
    customerHint: 'Was die Person im Kundenportal sieht.',
    get invite() {
      return ofMail('Einladung gleich per E-Mail senden', 'Einladung per E-Mail vormerken')
    },
    inviteHint: (hours: number) => `Mit dem Link darin wird das Passwort gesetzt. Er gilt ${hours}\u00a0Stunden.`,
    create: 'Benutzer anlegen',
    save: 'Benutzer speichern',
    created: (name: string) => `${name} wurde angelegt.`,
    createdInvited: (name: string) =>
      ofMail(`${name} wurde angelegt und eingeladen.`, `${name} wurde angelegt, die Einladung ist vorgemerkt.`),
    saved: (name: string) => `${name} wurde gespeichert.`,
    roleHint: 'Der eigene Zugang behält seine Rolle.',
  },

  actions: {
    edit: 'Bearbeiten',
    get invite() {
      return ofMail('Einladung senden', 'Einladung vormerken')
    },
    get inviteAgain() {
      return ofMail('Einladung erneut senden', 'Einladung erneut vormerken')
    },
    invited: (email: string) =>
      ofMail(
        `Die Einladung an ${email} ist unterwegs.`,
        `Die Einladung an ${email} ist vorgemerkt. Sie steht im Postausgang.`,
      ),
    deactivate: 'Deaktivieren',
    deactivateQuestion: (name: string) => `${name} deaktivieren?`,
    deactivateExplanation: 'Die Person wird überall abgemeldet und kann sich nicht mehr anmelden.',
    deactivated: (name: string) => `${name} kann sich nicht mehr anmelden.`,
    activate: 'Aktivieren',
    activated: (name: string) => `${name} kann sich wieder anmelden.`,
    resetSecondFactor: 'Zweiten Faktor zurücksetzen',
    resetQuestion: (name: string) => `Zweiten Faktor von ${name} zurücksetzen?`,
    get resetExplanation() {
      return `Die Person wird überall abgemeldet, auch ihr Passwort gilt nicht mehr${ofMail(
        ', und sie bekommt per E-Mail einen Link für ein neues.',
        '. Eine E-Mail mit einem Link für ein neues wird nur vorgemerkt: Zurzeit verschickt das Portal keine E-Mails, und bis dahin kommt die Person nicht hinein.',
      )} Bitte tun Sie das nur, wenn Sie sicher sind, mit wem Sie sprechen: Wer sich für jemanden ausgibt, fragt genau danach.`
    },
    resetConfirm: 'Zurücksetzen',
    reset: (name: string) => `Der zweite Faktor von ${name} ist zurückgesetzt.`,
    delete: 'Löschen',
    deleteQuestion: (name: string) => `Benutzer ${name} löschen?`,
    deleteExplanation: 'Der Zugang verschwindet. Was die Person eingetragen hat, bleibt bestehen.',
    deleted: (name: string) => `${name} wurde gelöscht.`,
  },
} as const
