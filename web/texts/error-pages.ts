/** The words in the place of a page that cannot be shown. */
export const errorPageTexts = {
  toHomepage: 'Zur Startseite',
  retry: 'Erneut versuchen',
  endView: 'Ansicht beenden',
  notFound: 'Diese Seite gibt es nicht. Vielleicht ist der Link veraltet oder die Adresse vertippt.',
  forbidden: 'Dieser Bereich ist der Verwaltung vorbehalten.',
  lookingAsCustomer:
    'Sie sehen das Portal gerade als Kunde. Beenden Sie die Ansicht, um zur Verwaltung zurückzukehren.',
  missingPart:
    'Ein Teil der Anwendung konnte nicht geladen werden. Vermutlich gibt es eine neue Version, oder die Verbindung ist unterbrochen.',
  noConnection: 'Der Server ist gerade nicht erreichbar. Bitte prüfen Sie Ihre Verbindung.',
  unexpected: 'Auf dieser Seite ist ein Fehler aufgetreten. Ihre Daten sind davon nicht betroffen.',
  requestId: (id: string) => `Fehlerkennung: ${id}`,
} as const

/** What the specification fixes in English. Its elements carry lang="en". */
export const fixedErrorPageTexts = {
  notFoundStatus: 'Page Not Found',
  notFoundMessage: 'Page not found',
  forbiddenStatus: 'Forbidden',
  defaultStatus: 'Internal Server Error',
} as const
