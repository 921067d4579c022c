/** Questions of the demo business, including unpublished ones. Invented. */
export const demoFaq: readonly { category: string; question: string; answer: string; isDraft?: true }[] = [
  {
    category: 'Abrechnung',
    question: 'Wie wird die Arbeit abgerechnet?',
    answer:
      'Nach Stunden. Jede Arbeit steht als **Eintrag** in einem Ticket: was gemacht wurde, wie lange es gedauert hat und was es kostet. Die Summe sehen Sie im Kundenportal, bevor eine Rechnung kommt.',
  },
  {
    category: 'Abrechnung',
    question: 'Kann ich die Kosten begrenzen?',
    answer:
      'Ja. Im Ticket tragen Sie einen **Kostenrahmen** ein. Sind 80 Prozent davon erreicht, erhalten Sie eine E-Mail, und noch einmal, wenn er ausgeschöpft ist.',
  },
  {
    category: 'Abrechnung',
    question: 'Was bedeuten „bezahlt“, „offen“ und „nicht erstellt“?',
    answer:
      '- **Nicht erstellt:** Zu diesem Ticket gibt es noch keine Rechnung.\n- **Offen:** Mindestens eine Rechnung ist noch nicht bezahlt.\n- **Bezahlt:** Alle Rechnungen zu diesem Ticket sind beglichen.',
  },
  {
    category: 'Zusammenarbeit',
    question: 'Arbeiten Sie mit meinem Elektrobetrieb zusammen?',
    answer:
      'Ja. Arbeiten am Stromnetz führt ein eingetragener Fachbetrieb aus, gern Ihr eigener. Wir planen, richten ein und stimmen uns mit ihm ab.',
  },
  {
    category: 'Zusammenarbeit',
    question: 'Welche Geräte lassen sich einbinden?',
    answer:
      'Das hängt vom Gerät und seiner Firmware ab. Nennen Sie uns Hersteller und Typ über das Kontaktformular, dann prüfen wir es am konkreten Modell.',
  },
  {
    category: 'Kundenportal',
    question: 'Wie bekomme ich einen Zugang zum Kundenportal?',
    answer:
      'Sie erhalten eine Einladung per E-Mail. Über den Link darin legen Sie Ihr Passwort fest und können sich danach anmelden.',
  },
  {
    category: 'Kundenportal',
    question: 'Wie ergänze ich einen Wunsch zu einem Ticket?',
    answer:
      'Öffnen Sie das Ticket und fügen Sie einen Eintrag hinzu. Er steht dann auf **Anstehend** und kostet nichts, solange niemand daran gearbeitet hat. Bis dahin können Sie ihn ändern oder löschen.',
  },
  {
    category: 'Daten',
    question: 'Wo liegen meine Daten?',
    answer:
      'Auf dem Server, auf dem dieses Portal läuft. Es bindet keine fremden Dienste ein: keine Schriften, keine Zählpixel, keine Karten. Näheres steht in der [Datenschutzerklärung](/datenschutz).',
  },
  {
    category: 'Zusammenarbeit',
    question: 'Wie schnell sind Sie bei einer Störung da?',
    answer:
      'Entwurf: Reaktionszeiten erst nach Absprache mit dem Team veröffentlichen.\n\n1. Anfrage im Kundenportal mit Priorität **Hoch** stellen\n2. Wir melden uns und vereinbaren das Weitere',
    isDraft: true,
  },
  {
    category: 'PowerMaster',
    question: 'Funktioniert PowerMaster auch ohne Batteriespeicher?',
    answer:
      'Ja. Ohne Speicher verschiebt PowerMaster nur die Verbraucher, die warten können: Wallbox, Wärmepumpe, Warmwasser. [Mehr dazu](/power-master)',
    isDraft: true,
  },
]
