/** The login page, at /login and /accounts/login. */
export const loginTexts = {
  title: 'Anmelden',
  lead: 'Melden Sie sich mit Ihren Zugangsdaten an.',
  leadForPage: 'Bitte melden Sie sich an. Danach geht es dort weiter, wo Sie waren.',
  username: 'Benutzername oder E-Mail',
  password: 'Passwort',
  logIn: 'Anmelden',
  logInWithPasskey: 'Mit Passkey anmelden',
  passwordForgotten: 'Passwort vergessen',
  noAccount: 'Noch kein Zugang?',
  contact: 'Schreiben Sie uns',
  failedTitle: 'Login Fehler',
  failedMessage: 'Login Fehlgeschlagen! Bitte überprüfen Sie ihre Eingaben.',
  noCustomer:
    'Ihre Zugangsdaten stimmen, aber Ihr Zugang ist noch nicht fertig eingerichtet. Bitte melden Sie sich bei uns.',
} as const
