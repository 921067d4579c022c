/** Website and software work of the demo business. Invented. */
import type { WorkKind } from './work-kind.ts'

export const webWork: readonly WorkKind[] = [
  {
    theme: 'website',
    before: [['consulting', 'Ziele und Inhalte besprochen', 'Seitenplan mit Zuständigkeiten.']],
    subjects: [
      {
        name: 'Website: Kontaktformular',
        description: 'Formular ohne fremde Dienste, Nachricht an die Büroadresse.',
        steps: [
          ['development', 'Formular mit Prüfung gebaut', 'Verständliche Fehlermeldungen, Schutz vor Massensendungen.'],
          ['maintenance', 'Zustellung geprüft', 'Auch bei großen Anbietern kein Spam-Verdacht.'],
        ],
      },
      {
        name: 'Website: neue Startseite',
        description: 'Ruhiger, größere Bilder, Öffnungszeiten oben. Die Texte kommen in zwei Lieferungen.',
        steps: [
          ['development', 'Entwurf für Telefon und großen Bildschirm'],
          ['development', 'Startseite umgesetzt'],
          ['development', 'Texte eingepflegt', 'Zweite Lieferung mit neuen Bildern.'],
        ],
      },
      {
        name: 'Website: Barrierefreiheit prüfen',
        description: 'Kontraste, Tastaturbedienung, Alternativtexte. Bitte eine Liste nach Dringlichkeit.',
        steps: [
          ['consulting', 'Prüfbericht mit 23 Punkten erstellt'],
          ['development', 'Kontraste und Beschriftungen verbessert', 'Mit Bildschirmleser gegengeprüft.'],
        ],
      },
      {
        name: 'Umzug der Domain',
        description: 'Bisheriger Anbieter gekündigt, E-Mail darf nicht ausfallen.',
        steps: [
          ['configuration', 'DNS-Einträge übertragen', 'Vorab geprüft, Umschaltung am Abend.'],
          ['maintenance', 'E-Mail und Zertifikate nach dem Umzug geprüft'],
        ],
      },
      {
        name: 'Zertifikat läuft ab',
        description: 'Erneuerung schlug zweimal fehl.',
        steps: [
          ['maintenance', 'Zertifikat erneuert'],
          ['maintenance', 'Automatische Erneuerung repariert', 'Ursache war eine alte Weiterleitung.'],
        ],
      },
      {
        name: 'Bilder laden zu langsam',
        description: 'Vor allem auf dem Telefon.',
        steps: [
          ['development', 'Bilder neu aufbereitet', 'Übertragung von 8,4 auf 0,9 MB je Seite gesenkt.'],
          ['maintenance', 'Ladezeit auf drei Telefonen gemessen'],
        ],
      },
      {
        name: 'Website: Speisekarte als eigene Seite',
        description: 'Bisher als PDF. Preise sollen wir selbst ändern können.',
        for: ['hospitality'],
        steps: [
          ['development', 'Seite mit Pflege durch das Team gebaut'],
          ['consulting', 'Pflege der Preise gezeigt'],
        ],
      },
    ],
    after: [
      ['maintenance', 'Sicherung und Protokolle geprüft'],
      ['consulting', 'Abnahme'],
    ],
    wishes: [
      { name: 'Neues Foto auf der Startseite', description: 'Datei liegt in der Freigabe.' },
      { name: 'Öffnungszeiten über die Feiertage', description: 'Die Liste schicken wir nach.' },
    ],
  },
  {
    theme: 'software',
    before: [['consulting', 'Anforderungen aufgeschrieben', 'Mit drei Beispielen aus dem Alltag.']],
    subjects: [
      {
        name: 'Terminbuchung: Erinnerung per E-Mail',
        description: 'Einen Tag vorher, abbestellbar.',
        for: ['office', 'hospitality', 'public'],
        steps: [
          ['development', 'Erinnerung mit Abmeldung gebaut'],
          ['maintenance', 'Versand eine Woche beobachtet'],
        ],
      },
      {
        name: 'Lagerprogramm: Etikettendruck',
        description: 'Neues Format, Strichcode größer.',
        for: ['craft', 'hospitality'],
        steps: [
          ['development', 'Etikett neu gesetzt', 'Strichcode nach Norm, lesbar aus einem Meter.'],
          ['configuration', 'Drucker auf das neue Format eingestellt'],
        ],
      },
      {
        name: 'Schnittstelle zur Buchhaltung',
        description:
          'Belege sollen einmal täglich übergeben werden. Fehler müssen sichtbar sein und dürfen nichts doppelt buchen.',
        steps: [
          ['development', 'Übergabe gebaut', 'Wiederholung bei Ausfall, jeder Beleg nur einmal.'],
          ['development', 'Fehlerliste mit Nachholen ergänzt'],
          ['maintenance', 'Ersten Monat gemeinsam abgeglichen', 'Summen stimmen.'],
        ],
      },
      {
        name: 'Auswertung der Arbeitszeiten',
        description: 'Je Projekt und Monat, Ausgabe als Tabelle.',
        steps: [
          ['development', 'Auswertung gebaut'],
          ['development', 'Ausgabe für die Tabellenkalkulation ergänzt'],
        ],
      },
      {
        name: 'Anwendung meldet sich nicht mehr',
        description: 'Letztes Lebenszeichen vor zwei Tagen.',
        steps: [
          ['maintenance', 'Fehlersuche', 'Speicher voll durch alte Protokolle.'],
          ['configuration', 'Aufräumen und Warnung bei 80 Prozent eingerichtet'],
        ],
      },
      {
        name: 'Update auf die neue Hauptversion',
        description: 'Vorher Probelauf mit einer Kopie der Daten.',
        steps: [
          ['configuration', 'Probelauf mit Kopie der Daten', 'Summen vorher und nachher verglichen.'],
          ['maintenance', 'Update eingespielt und beobachtet'],
        ],
      },
    ],
    after: [
      ['development', 'Automatische Prüfungen ergänzt'],
      ['consulting', 'Einweisung'],
    ],
    wishes: [
      { name: 'Feld für Bemerkungen auf dem Etikett', description: '' },
      { name: 'Liste nach Kunde sortierbar', description: 'Zurzeit nur nach Datum.' },
    ],
  },
]
