/** IT and website work of the demo business. Invented. */
import type { WorkKind } from './work-kind.ts'

export const itWork: readonly WorkKind[] = [
  {
    theme: 'network',
    tickets: [
      {
        name: 'WLAN im Lager erweitern',
        description: 'Handscanner verlieren zwischen den Regalen die Verbindung.',
        for: ['craft', 'hospitality'],
      },
      {
        name: 'Gäste-WLAN trennen',
        description: 'Gäste dürfen nur ins Internet, nicht auf Drucker und Kasse.',
        for: ['office', 'hospitality', 'public'],
      },
      {
        name: 'Netzwerkschrank aufräumen',
        description:
          'Beschriftung fehlt. Bitte Plan erstellen, Altgeräte ausbauen und die Patchkabel kürzen. Termin nur außerhalb der Öffnungszeiten.',
      },
      { name: 'Langsames Internet nach Anbieterwechsel', description: 'Statt 250 kommen etwa 40 Mbit/s an.' },
      { name: 'Switch im Obergeschoss tauschen', description: 'Lüfter defekt, Gerät ist acht Jahre alt.' },
      {
        name: 'Druckerwarteschlange hängt',
        description: 'Betrifft nur den Empfang.',
        for: ['office', 'hospitality', 'craft', 'public'],
      },
    ],
    entries: [
      { type: 'consulting', name: 'Ausleuchtung gemessen', description: 'Messpunkte im Grundriss eingetragen.' },
      {
        type: 'installation',
        name: 'Access Points montiert',
        description: 'Versorgung über das Netzwerkkabel, Kabel geprüft.',
      },
      {
        type: 'configuration',
        name: 'Netze getrennt',
        description: 'Eigene Bereiche für Gäste, Haustechnik und Büro.',
      },
      { type: 'configuration', name: 'Feste Adressen und Namen vergeben', description: 'Liste im Portal abgelegt.' },
      { type: 'travel', name: 'An- und Abfahrt', description: '' },
      { type: 'maintenance', name: 'Firmware der Netzwerkgeräte aktualisiert', description: '' },
      {
        type: 'maintenance',
        name: 'Störung eingegrenzt',
        description: 'Ursache war ein defektes Patchkabel am Uplink.',
      },
      { type: 'consulting', name: 'Abnahme mit Testlauf', description: 'Durchgang mit dem Scanner, keine Abbrüche.' },
    ],
    wishes: [
      { name: 'WLAN auch im Innenhof', description: 'Für Veranstaltungen im Sommer.' },
      { name: 'Kennwort für Gäste monatlich wechseln', description: '' },
    ],
  },
  {
    theme: 'workplace',
    tickets: [
      { name: 'VPN für den Außendienst', description: 'Vier Notebooks, zwei Telefone. Anmeldung mit zweitem Faktor.' },
      { name: 'Neue Mitarbeiterin: Zugang und Notebook', description: 'Start am Monatsersten.' },
      { name: 'Fernwartung für Fachgeräte', description: 'Nur auf Freigabe, jede Sitzung wird protokolliert.' },
      {
        name: 'Telefonanlage: Ansage außerhalb der Öffnungszeiten',
        description: 'Text liefern wir. Feiertage sollen berücksichtigt werden.',
      },
      {
        name: 'Umstellung der E-Mail-Postfächer',
        description:
          'Elf Postfächer, gemeinsame Adresse für Rechnungen. Alte Nachrichten und Ordner müssen vollständig erhalten bleiben, auch die Unterordner der früheren Geschäftsführung.\n\nBitte beachten:\n- Die Adresse für Rechnungen lesen drei Personen, beantwortet wird sie nur von der Buchhaltung.\n- Zwei Postfächer gehören ausgeschiedenen Mitarbeiterinnen. Sie sollen noch sechs Monate weiterleiten und danach mit einer Abwesenheitsnotiz geschlossen werden.\n- Kalender und Kontakte müssen auf den Telefonen ankommen, ohne dass jemand sein Gerät zurücksetzen muss.\n- Der Multifunktionsdrucker verschickt eingescannte Belege über das alte Konto. Das geht beim letzten Wechsel gern vergessen.\n\nDie Umstellung bitte am Wochenende. Montag um sieben Uhr muss alles laufen, weil dann die Bestellungen der Woche eingehen. Wenn etwas nicht klappt, lieber am Samstagabend zurück auf den alten Stand und einen neuen Termin suchen.',
      },
      { name: 'Zwei-Faktor-Anmeldung einführen', description: 'Für alle Konten, die von außen erreichbar sind.' },
    ],
    entries: [
      { type: 'consulting', name: 'Ablauf und Zuständigkeiten abgestimmt', description: '' },
      {
        type: 'configuration',
        name: 'Gegenstelle eingerichtet',
        description: 'Schlüssel je Gerät, Zugriff nur auf die nötigen Dienste.',
      },
      {
        type: 'installation',
        name: 'Notebook vorbereitet',
        description: 'Verschlüsselung, Updates, Programme laut Liste.',
      },
      { type: 'configuration', name: 'Konten angelegt und berechtigt', description: '' },
      {
        type: 'maintenance',
        name: 'Postfächer übertragen',
        description: 'Anzahl der Nachrichten vorher und nachher verglichen.',
      },
      { type: 'travel', name: 'Anfahrt', description: '' },
      {
        type: 'consulting',
        name: 'Kurzschulung im Team',
        description: 'Anmeldung mit zweitem Faktor und Verhalten bei Verlust.',
      },
    ],
    wishes: [
      { name: 'Weiterleitung während des Urlaubs', description: 'Vom 3. bis 17., danach bitte wieder aus.' },
      { name: 'Zugang für die Aushilfe', description: '' },
    ],
  },
  {
    theme: 'backup',
    tickets: [
      {
        name: 'Backup-Konzept und Rücksicherung',
        description:
          'Wir wissen nicht, ob die Sicherung im Ernstfall hilft. Bitte prüfen, dokumentieren und einmal proben.',
      },
      { name: 'Server: Festplatte meldet Fehler', description: 'Eine Platte im Verbund ist ausgefallen.' },
      {
        name: 'Überwachung der wichtigsten Dienste',
        description: 'Meldung, wenn Website, Sicherung oder Zertifikat ein Problem hat.',
      },
      { name: 'Altes NAS ablösen', description: 'Etwa 6 TB, Freigaben wie bisher.' },
      { name: 'Archiv nach Aufbewahrungsfrist aufräumen', description: 'Löschliste bitte vorher zur Freigabe.' },
      { name: 'Vierteljährliche Wartung', description: 'Updates, Protokolle, Sicherungen, Zertifikate.' },
    ],
    entries: [
      {
        type: 'consulting',
        name: 'Bestand erfasst',
        description: 'Was liegt wo, wie wichtig ist es, wie lange darf es fehlen.',
      },
      {
        type: 'configuration',
        name: 'Sicherung eingerichtet',
        description: 'Täglich, verschlüsselt, eine Kopie außer Haus.',
      },
      {
        type: 'maintenance',
        name: 'Rücksicherung geprobt',
        description: 'Stichprobe von 40 Dateien, alle lesbar. Dauer 35 Minuten.',
      },
      {
        type: 'installation',
        name: 'Festplatte getauscht',
        description: 'Verbund neu aufgebaut, Prüfung ohne Befund.',
      },
      { type: 'maintenance', name: 'Updates eingespielt', description: '' },
      {
        type: 'configuration',
        name: 'Überwachung und Meldungen eingerichtet',
        description: 'Schwellen so gesetzt, dass nachts nur Ernstes meldet.',
      },
      { type: 'travel', name: 'An- und Abfahrt', description: '' },
      { type: 'consulting', name: 'Bericht geschrieben', description: 'Zwei Seiten, mit offenen Punkten.' },
    ],
    wishes: [
      { name: 'Sicherung auch für das Notebook der Geschäftsführung', description: '' },
      { name: 'Freigabe „Übergabe“ für das Steuerbüro', description: 'Nur lesen, bitte mit Ablaufdatum.' },
    ],
  },
  {
    theme: 'website',
    tickets: [
      { name: 'Website: Kontaktformular', description: 'Formular ohne fremde Dienste, Nachricht an die Büroadresse.' },
      {
        name: 'Website: neue Startseite',
        description: 'Ruhiger, größere Bilder, Öffnungszeiten oben. Die Texte kommen in zwei Lieferungen.',
      },
      {
        name: 'Website: Barrierefreiheit prüfen',
        description: 'Kontraste, Tastaturbedienung, Alternativtexte. Bitte eine Liste nach Dringlichkeit.',
      },
      { name: 'Umzug der Domain', description: 'Bisheriger Anbieter gekündigt, E-Mail darf nicht ausfallen.' },
      { name: 'Zertifikat läuft ab', description: 'Erneuerung schlug zweimal fehl.' },
      { name: 'Bilder laden zu langsam', description: 'Vor allem auf dem Telefon.' },
      {
        name: 'Website: Speisekarte als eigene Seite',
        description: 'Bisher als PDF. Preise sollen wir selbst ändern können.',
        for: ['hospitality'],
      },
    ],
    entries: [
      { type: 'consulting', name: 'Ziele und Inhalte besprochen', description: 'Seitenplan mit Zuständigkeiten.' },
      { type: 'development', name: 'Startseite umgesetzt', description: 'Für Telefon, Tablet und großen Bildschirm.' },
      {
        type: 'development',
        name: 'Formular mit Prüfung gebaut',
        description: 'Verständliche Fehlermeldungen, Schutz vor Massensendungen.',
      },
      { type: 'configuration', name: 'DNS-Einträge übertragen', description: 'Vorab geprüft, Umschaltung am Abend.' },
      { type: 'maintenance', name: 'Zertifikat erneuert und Erneuerung repariert', description: '' },
      {
        type: 'development',
        name: 'Bilder neu aufbereitet',
        description: 'Übertragung von 8,4 auf 0,9 MB je Seite gesenkt.',
      },
      {
        type: 'development',
        name: 'Kontraste und Beschriftungen verbessert',
        description: 'Mit Bildschirmleser gegengeprüft.',
      },
      { type: 'consulting', name: 'Abnahme und Einweisung', description: 'Pflege der Texte gezeigt.' },
    ],
    wishes: [
      { name: 'Neues Foto auf der Startseite', description: 'Datei liegt in der Freigabe.' },
      { name: 'Öffnungszeiten über die Feiertage', description: '24. und 31. geschlossen, 27. bis 30. verkürzt.' },
    ],
  },
  {
    theme: 'software',
    tickets: [
      {
        name: 'Terminbuchung: Erinnerung per E-Mail',
        description: 'Einen Tag vorher, abbestellbar.',
        for: ['office', 'hospitality', 'public'],
      },
      {
        name: 'Lagerprogramm: Etikettendruck',
        description: 'Neues Format, Strichcode größer.',
        for: ['craft', 'hospitality'],
      },
      {
        name: 'Schnittstelle zur Buchhaltung',
        description:
          'Belege sollen einmal täglich übergeben werden. Fehler müssen sichtbar sein und dürfen nichts doppelt buchen.',
      },
      { name: 'Auswertung der Arbeitszeiten', description: 'Je Projekt und Monat, Ausgabe als Tabelle.' },
      { name: 'Anwendung meldet sich nicht mehr', description: 'Letztes Lebenszeichen vor zwei Tagen.' },
      { name: 'Update auf die neue Hauptversion', description: 'Vorher Probelauf mit einer Kopie der Daten.' },
    ],
    entries: [
      { type: 'consulting', name: 'Anforderungen aufgeschrieben', description: 'Mit drei Beispielen aus dem Alltag.' },
      { type: 'development', name: 'Umsetzung', description: 'Mit automatischen Prüfungen.' },
      {
        type: 'development',
        name: 'Schnittstelle angebunden',
        description: 'Wiederholung bei Ausfall, jede Übergabe nur einmal.',
      },
      {
        type: 'maintenance',
        name: 'Fehlersuche',
        description: 'Speicher voll durch alte Protokolle, Aufräumen eingerichtet.',
      },
      {
        type: 'configuration',
        name: 'Probelauf mit Kopie der Daten',
        description: 'Summen vorher und nachher verglichen.',
      },
      { type: 'maintenance', name: 'Auslieferung und Beobachtung', description: '' },
      { type: 'consulting', name: 'Einweisung', description: '' },
    ],
    wishes: [
      { name: 'Feld für Bemerkungen auf dem Etikett', description: '' },
      { name: 'Liste nach Kunde sortierbar', description: 'Zurzeit nur nach Datum.' },
    ],
  },
  {
    theme: 'advice',
    tickets: [
      {
        name: 'Zweite Meinung zum Angebot',
        description: 'Angebot für 14 kWp mit Speicher, wir sind unsicher bei der Größe.',
      },
      {
        name: 'Fördermöglichkeiten zusammenstellen',
        description: 'Für Ladepunkte und Speicher, Stand heute, mit Quellen.',
      },
      {
        name: 'Ausschreibung begleiten',
        description:
          'Leistungsverzeichnis für Netzwerk und WLAN in zwei Gebäuden. Formulierungen produktneutral, Eignungskriterien mit der Vergabestelle abstimmen.\n\nErwartet werden drei bis fünf Angebote; die Wertung soll nachvollziehbar dokumentiert sein.',
        for: ['public'],
      },
      {
        name: 'IT-Notfallplan',
        description: 'Wer macht was, wenn nichts mehr geht? Höchstens vier Seiten, auch ausgedruckt verständlich.',
        for: ['office', 'hospitality', 'craft', 'public'],
      },
    ],
    entries: [
      { type: 'consulting', name: 'Unterlagen geprüft', description: 'Rückfragen gesammelt.' },
      { type: 'consulting', name: 'Gespräch', description: 'Ziele, Grenzen und Zeitplan.' },
      { type: 'consulting', name: 'Wirtschaftlichkeit gerechnet', description: 'Drei Varianten mit ihren Annahmen.' },
      { type: 'consulting', name: 'Stellungnahme geschrieben', description: '' },
      { type: 'travel', name: 'Anfahrt', description: '' },
      { type: 'consulting', name: 'Ergebnis vorgestellt', description: '' },
    ],
    wishes: [
      { name: 'Bitte auch die kleinere Variante rechnen', description: 'Ohne Speicher, dafür mit Vorbereitung.' },
    ],
  },
]
