/** Error pages. */
export const errorPageTexts = {
  toHomepage: 'Zur Startseite',
  retry: 'Erneut versuchen',
  endImpersonation: 'Ansicht beenden',
  notFound: 'Diese Seite gibt es nicht. Vielleicht ist der Link veraltet oder die Adresse vertippt.',
  forbidden: 'Dieser Bereich ist der Verwaltung vorbehalten.',
  impersonating: 'Sie sehen das Portal gerade als Kunde. Beenden Sie die Ansicht, um zur Verwaltung zurückzukehren.',
  missingPart:
    'Ein Teil der Anwendung konnte nicht geladen werden. Vermutlich gibt es eine neue Version, oder die Verbindung ist unterbrochen.',
  noAnswer: 'Das Portal antwortet gerade nicht. Bitte versuchen Sie es in Kürze erneut.',
  noConnection: 'Der Server ist gerade nicht erreichbar. Bitte prüfen Sie Ihre Verbindung.',
  unexpected: 'Auf dieser Seite ist ein Fehler aufgetreten. Ihre Daten sind davon nicht betroffen.',
  /** Explanations of HTTP statuses that add to the error's message. */
  meanings: {
    500: '500 heißt: Im Server ist etwas schiefgegangen. Das liegt nicht an Ihnen.',
    502: '502 heißt: Zwischen Ihnen und dem Portal antwortet ein Server nicht richtig.',
    503: '503 heißt: Der Server ist vorübergehend nicht verfügbar, etwa weil er überlastet ist oder gerade gewartet wird. Ihre Daten sind davon nicht betroffen.',
    504: '504 heißt: Der Server hat nicht rechtzeitig geantwortet.',
  } as Readonly<Record<number, string>>,
  requestId: (id: string) => `Fehlerkennung: ${id}`,
} as const

/** Texts that the specification fixes in English. Their elements have lang="en". */
export const fixedErrorPageTexts = {
  notFoundStatus: 'Page Not Found',
  notFoundMessage: 'Page not found',
  /** HTTP reason phrases (RFC 9110). */
  statusMessages: {
    400: 'Bad Request',
    403: 'Forbidden',
    408: 'Request Timeout',
    409: 'Conflict',
    412: 'Precondition Failed',
    413: 'Content Too Large',
    422: 'Unprocessable Content',
    429: 'Too Many Requests',
    502: 'Bad Gateway',
    503: 'Service Unavailable',
    504: 'Gateway Timeout',
  } as Readonly<Record<number, string>>,
  defaultStatus: 'Internal Server Error',
} as const
