/** The business's settings and the navigation between their sections. */
export const settingsTexts = {
  title: 'Betrieb',
  lead: 'Was für den ganzen Betrieb gilt. Was nur Sie betrifft, steht in Ihren',
  ownSettings: 'eigenen Einstellungen',
  nav: 'Bereiche des Betriebs',
  groups: {
    business: 'Ihr Betrieb',
    people: 'Benutzer und Kunden',
    portal: 'Das Portal',
  },
  sections: {
    company: { label: 'Unternehmen', note: 'Name, Anschrift, Kontakt, Registereintrag' },
    billing: { label: 'Abrechnung', note: 'Stundensatz, Zahlungsziel, Steuern, Bankverbindung' },
    homepage: { label: 'Startseite', note: 'Was Besucher zuerst lesen, mit Vorschau' },
    powerMaster: { label: 'PowerMaster', note: 'Projektseite zeigen oder ausblenden, ihre Texte' },
    legalTexts: { label: 'Rechtstexte', note: 'Impressum, Datenschutz, Barrierefreiheit' },
    users: { label: 'Benutzer', note: 'Wer sich anmelden darf, Einladungen, zweiter Faktor' },
    impersonation: { label: 'Kundenansicht', note: 'Das Kundenportal so sehen, wie ein Kunde es sieht' },
    newsletters: { label: 'Newsletter', note: 'Schreiben, versenden, frühere ansehen' },
    outbox: { label: 'Postausgang', note: 'E-Mails, die warten, gesendet oder gescheitert sind' },
    auditLog: { label: 'Protokoll', note: 'Wer wann was getan hat' },
    backups: { label: 'Sicherungen', note: 'Sichern, herunterladen, wiederherstellen' },
  },
} as const
