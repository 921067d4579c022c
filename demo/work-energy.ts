/** Energy work of the demo business. Invented. */
import type { WorkKind } from './work-kind.ts'

const firms = ['office', 'hospitality', 'craft', 'public'] as const

export const energyWork: readonly WorkKind[] = [
  {
    theme: 'wallbox',
    before: [
      ['consulting', 'Vor-Ort-Termin', 'Zählerschrank, Zuleitung und Netzwerk geprüft, Fotos abgelegt.'],
      ['travel', 'Anfahrt'],
    ],
    subjects: [
      {
        name: 'PV-Überschussladen einrichten',
        description:
          'Die Wallbox soll bevorzugt mit Solarstrom laden. Mindestladestrom 6 A, Netzbezug nur auf ausdrücklichen Wunsch.\n\nBitte auch prüfen, ob sich der Vorrang gegenüber dem Speicher je nach Jahreszeit umstellen lässt.',
        steps: [
          ['installation', 'Stromwandler in der Unterverteilung gesetzt', 'Gemeinsam mit dem Elektrobetrieb.'],
          ['configuration', 'Überschussregel eingerichtet', 'Vorrang vor dem Speicher von April bis September.'],
          [
            'development',
            'Schwellen und Wartezeiten angepasst',
            'Die Ladung bricht bei einzelnen Wolken nicht mehr ab.',
          ],
        ],
      },
      {
        name: 'Wallbox in PowerMaster einbinden',
        description: 'Neue Wallbox per OCPP anbinden, Ladevorgänge sichtbar machen.',
        steps: [
          [
            'configuration',
            'OCPP-Verbindung eingerichtet',
            'Verbindung verschlüsselt, Kennung hinterlegt, Testladung durchgeführt.',
          ],
          ['development', 'Ladevorgänge im Tagesplan ergänzt', 'Mit Anteil Sonne und Netz.'],
        ],
      },
      {
        name: 'Ladekarten für Mitarbeitende',
        description: 'RFID-Karten anlernen und die Ladungen je Karte auswerten.',
        for: firms,
        steps: [
          ['configuration', 'Zwölf Karten angelernt und beschriftet', 'Liste mit Kartennummern übergeben.'],
          ['development', 'Monatsauswertung je Karte gebaut', 'Ausgabe als Tabelle für die Lohnabrechnung.'],
        ],
      },
      {
        name: 'Lastmanagement für zwei Ladepunkte',
        description: 'Hausanschluss 35 A. Beide Ladepunkte dürfen zusammen nicht mehr ziehen.',
        steps: [
          ['installation', 'Zähler am Hausanschluss eingebunden', 'Messwerte im Sekundentakt.'],
          ['configuration', 'Grenzwerte gesetzt und geprüft', 'Abschaltung mit zwei Fahrzeugen und Herd getestet.'],
        ],
      },
      {
        name: 'Ladevorgänge brechen ab',
        description: 'Seit dem letzten Update bricht die Ladung nach wenigen Minuten ab.',
        steps: [
          ['maintenance', 'Protokolle von Wallbox und Fahrzeug verglichen', 'Abbruch immer beim Phasenwechsel.'],
          [
            'maintenance',
            'Firmware zurückgesetzt und Phasenwechsel gesperrt',
            'Zwei Wochen beobachtet, keine Abbrüche mehr.',
          ],
        ],
      },
    ],
    after: [
      ['maintenance', 'Messwerte der ersten zwei Wochen geprüft'],
      ['consulting', 'Einweisung', 'Bedienung in der App und am Gerät gezeigt.'],
    ],
    wishes: [
      {
        name: 'Laden am Wochenende auch mit Netzstrom',
        description: 'Samstags wird das Auto mittags gebraucht und sollte dann voll sein.',
      },
      { name: 'Zweites Fahrzeug anlegen', description: '' },
    ],
  },
  {
    theme: 'solar',
    before: [
      ['consulting', 'Unterlagen gesichtet', 'Schaltplan, Datenblätter und Inbetriebnahmeprotokoll.'],
      ['travel', 'An- und Abfahrt'],
    ],
    subjects: [
      {
        name: 'Speicher: Firmware-Update',
        description: 'Der Hersteller empfiehlt die neue Version wegen der Zellüberwachung.',
        steps: [
          ['maintenance', 'Einstellungen gesichert und Firmware eingespielt'],
          ['maintenance', 'Zwei Ladezyklen beobachtet', 'Zellspannungen gleichmäßig, keine Meldungen.'],
        ],
      },
      {
        name: 'Zählerauslesung über Modbus',
        description: 'Bezug und Einspeisung sollen alle zehn Sekunden ankommen.',
        steps: [
          ['configuration', 'Registerbelegung ermittelt', 'Leistungswerte zugeordnet, Vorzeichen geprüft.'],
          ['configuration', 'Auslesung eingerichtet', 'Ausfälle werden gemeldet.'],
        ],
      },
      {
        name: 'Wechselrichter meldet Isolationsfehler',
        description: 'Meldung tritt nur morgens bei feuchter Witterung auf.',
        steps: [
          ['maintenance', 'Fehlerspeicher ausgelesen', 'Meldungen der letzten 90 Tage gesichert und bewertet.'],
          ['consulting', 'Befund mit dem Solarteur besprochen', 'Verdacht auf einen Stecker an Strang 2.'],
        ],
      },
      {
        name: 'Ertragsvergleich der Dachflächen',
        description:
          'Ost- und Westdach getrennt auswerten. Der Verdacht: Ein Strang liefert seit dem Frühjahr weniger.',
        steps: [
          [
            'development',
            'Auswertung je Dachfläche ergänzt',
            'Vergleich mit dem Vorjahr, bereinigt um die Einstrahlung.',
          ],
          ['consulting', 'Ergebnis besprochen', 'Empfehlung: Strang 2 prüfen lassen.'],
        ],
      },
      {
        name: 'Notstrom bei Netzausfall prüfen',
        description:
          'Was läuft weiter, wie lange, und was muss von Hand umgeschaltet werden? Bitte mit Übergabeprotokoll.',
        steps: [
          [
            'maintenance',
            'Netzausfall nachgestellt',
            'Umschaltung nach sechs Sekunden, Kühlung und Netzwerk laufen weiter.',
          ],
          ['consulting', 'Übergabeprotokoll geschrieben', 'Eine Seite, hängt im Zählerschrank.'],
        ],
      },
      {
        name: 'Dynamischer Stromtarif: Umstellung begleiten',
        description: 'Smart Meter ist eingebaut. Speicher soll in günstigen Stunden laden dürfen.',
        steps: [
          ['configuration', 'Preise des Anbieters angebunden'],
          [
            'development',
            'Laderegel für den Speicher geschrieben',
            'Nur wenn der Abstand zum Tagesmittel groß genug ist.',
          ],
        ],
      },
    ],
    after: [
      ['maintenance', 'Messwerte gegen den Zähler geprüft', 'Abweichung unter einem Prozent.'],
      ['consulting', 'Ergebnis zusammengefasst'],
    ],
    wishes: [
      {
        name: 'Monatliche Übersicht per E-Mail',
        description: 'Am liebsten als PDF mit Erzeugung, Verbrauch und Einspeisung.',
      },
      { name: 'Ladezustand auch am Tablet im Flur', description: '' },
    ],
  },
  {
    theme: 'heat',
    before: [
      ['consulting', 'Messwerte der letzten Heizperiode ausgewertet', 'Laufzeiten, Vorlauf und Heizstabanteil.'],
      ['travel', 'Anfahrt'],
    ],
    subjects: [
      {
        name: 'Wärmepumpe: SG-Ready anschließen',
        description: 'Bei Überschuss soll der Pufferspeicher höher geladen werden.',
        steps: [
          ['installation', 'Schaltkontakte verdrahtet', 'Zusammen mit dem Heizungsbetrieb.'],
          [
            'development',
            'Regel für Überschusswärme geschrieben',
            'Mindestlaufzeit 20 Minuten, damit der Verdichter nicht taktet.',
          ],
        ],
      },
      {
        name: 'Heizkurve optimieren',
        description:
          'Im Bad zu kühl, im Schlafzimmer zu warm. Bitte nur kleine Schritte und nach einer Woche nachsehen.',
        for: ['private'],
        steps: [
          [
            'configuration',
            'Heizkurve angepasst',
            'Neigung von 0,9 auf 0,7 gesenkt, Parallelverschiebung unverändert.',
          ],
          ['maintenance', 'Nachschau nach einer Woche', 'Temperaturen stabil, eine Korrektur im Bad.'],
        ],
      },
      {
        name: 'Stromverbrauch der Wärmepumpe ungewöhnlich hoch',
        description: 'Im Januar fast doppelt so viel wie im Vorjahr. Der Heizstab läuft vermutlich mit.',
        steps: [
          ['maintenance', 'Heizstab als Ursache bestätigt', 'Lief nachts wegen einer falschen Warmwassertemperatur.'],
          ['configuration', 'Sperrzeiten für den Heizstab gesetzt'],
        ],
      },
      {
        name: 'Einzelraumregelung einbinden',
        description: 'Neun Räume, Funkthermostate sind vorhanden.',
        steps: [
          ['installation', 'Thermostate gesetzt und angelernt', 'Zwei Räume mit Verstärker.'],
          ['configuration', 'Zeitprofile je Raum angelegt'],
        ],
      },
      {
        name: 'Warmwasser nach Sonnenstand',
        description: 'Tagsüber statt nachts aufheizen, Hygieneprogramm einmal pro Woche.',
        steps: [
          ['configuration', 'Zeiten und Temperaturen umgestellt'],
          ['development', 'Freigabe nach Überschuss ergänzt', 'Mit Rückfall am Abend, falls die Sonne nicht reichte.'],
        ],
      },
    ],
    after: [
      ['maintenance', 'Laufzeiten nach der Umstellung geprüft'],
      ['consulting', 'Bedienung erklärt', 'Auch, was man besser nicht verstellt.'],
    ],
    wishes: [
      { name: 'Urlaubsprogramm', description: 'Absenkung, wenn wir länger als drei Tage weg sind.' },
      { name: 'Anzeige der Außentemperatur', description: '' },
    ],
  },
]
