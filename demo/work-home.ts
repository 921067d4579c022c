/** Smart-home and PowerMaster work of the demo business. Invented. */
import type { WorkKind } from './work-kind.ts'

export const homeWork: readonly WorkKind[] = [
  {
    theme: 'home',
    before: [
      ['consulting', 'Wünsche und Räume aufgenommen', 'Liste der Geräte mit Standort und Zustand.'],
      ['travel', 'Anfahrt'],
    ],
    subjects: [
      {
        name: 'Rollläden nach Sonnenstand',
        description: 'Südseite im Sommer ab 24\u00a0°C verschatten, Wintergarten ausgenommen.',
        for: ['private', 'hospitality'],
        steps: [
          ['installation', 'Aktoren gesetzt und beschriftet'],
          ['development', 'Ablauf programmiert', 'Handbetrieb hat Vorrang, nach zwei Stunden übernimmt die Automatik.'],
        ],
      },
      {
        name: 'Lichtszenen im Gastraum',
        description: 'Frühstück, Abend, Veranstaltung und Putzlicht. Bedienung über die vorhandenen Taster.',
        for: ['hospitality'],
        steps: [
          ['configuration', 'Szenen angelegt', 'Übergänge weich, Grundhelligkeit abends 30 Prozent.'],
          ['configuration', 'Taster belegt und beschriftet'],
        ],
      },
      {
        name: 'Türstation mit Telefon koppeln',
        description: 'Klingeln soll auf der Telefonanlage ankommen, Öffnen mit Tastenkombination.',
        steps: [
          ['configuration', 'Türstation als Nebenstelle angemeldet'],
          ['maintenance', 'Echo und Verzögerung behoben'],
        ],
      },
      {
        name: 'Umzug der Smart-Home-Zentrale',
        description:
          'Alte Zentrale läuft auf einer Speicherkarte, die Fehler zeigt. Geräte, Szenen und Verläufe sollen erhalten bleiben.',
        steps: [
          ['installation', 'Neue Zentrale aufgebaut', 'Mit SSD und unterbrechungsfreier Stromversorgung.'],
          ['maintenance', 'Daten übertragen', '64 Geräte, 31 Szenen, Verläufe seit 2023.'],
          ['configuration', 'Tägliche Sicherung eingerichtet', 'Rücksicherung geprobt.'],
        ],
      },
      {
        name: 'Wassermelder im Keller',
        description: 'Drei Melder, Nachricht aufs Telefon, Pumpe automatisch ein.',
        steps: [
          ['installation', 'Melder und Zwischenstecker gesetzt'],
          ['configuration', 'Meldungen und Pumpe geprüft', 'Probealarm mit nassem Tuch.'],
        ],
      },
      {
        name: 'Geräte verschiedener Hersteller zusammenführen',
        description: 'Zurzeit fünf Apps. Ziel ist eine Oberfläche, die auch ohne Internet bedient werden kann.',
        steps: [
          ['configuration', 'Geräte angebunden', 'Alle bis auf den Rasenmäher laufen ohne Internet.'],
          ['development', 'Oberfläche gebaut', 'Eine Seite je Raum, große Schaltflächen.'],
        ],
      },
    ],
    after: [
      ['maintenance', 'Funkstrecken geprüft', 'Ein Zwischenstecker dient als Verstärker.'],
      ['consulting', 'Einweisung vor Ort', 'Kurzanleitung auf einer Seite hinterlassen.'],
    ],
    wishes: [
      { name: 'Taster im Flur anders belegen', description: 'Langes Drücken soll alles ausschalten.' },
      { name: 'Bewegungsmelder reagiert zu spät', description: '' },
    ],
  },
  {
    theme: 'powermaster',
    before: [['consulting', 'Messkonzept abgestimmt', 'Zählpunkte und Bezeichnungen festgelegt.']],
    subjects: [
      {
        name: 'PowerMaster: neuen Standort anlegen',
        description: 'Erzeugung, Speicher und Hauptzähler. Messwerte ab Einbau.',
        steps: [
          ['configuration', 'Geräte angelegt und zugeordnet'],
          ['installation', 'Datenlogger eingebaut'],
        ],
      },
      {
        name: 'PowerMaster: Tagesplan zeigt zu hohe Prognose',
        description: 'An trüben Tagen liegt der Plan etwa ein Drittel über dem Ertrag.',
        steps: [
          ['consulting', 'Horizont und Verschattung aufgenommen'],
          ['development', 'Prognose um Verschattung ergänzt', 'Abweichung nach zwei Wochen unter acht Prozent.'],
        ],
      },
      {
        name: 'PowerMaster: Auswertung für die Steuerberatung',
        description: 'Eigenverbrauch und Einspeisung je Monat als Tabelle.',
        steps: [
          ['development', 'Monatstabelle gebaut'],
          ['maintenance', 'Summen mit dem Zähler abgeglichen'],
        ],
      },
      {
        name: 'PowerMaster: Messlücken schließen',
        description: 'Zwischen dem 3. und dem 9. fehlen Werte, der Router war stromlos.',
        steps: [
          ['maintenance', 'Werte aus dem Gerätespeicher nachgetragen', 'Lücke geschlossen, Plausibilität geprüft.'],
          ['configuration', 'Zwischenspeicher am Datenlogger eingeschaltet'],
        ],
      },
    ],
    after: [['consulting', 'Ergebnis gemeinsam durchgegangen']],
    wishes: [{ name: 'Vergleich mit dem Vorjahr', description: 'Am besten im gleichen Diagramm.' }],
  },
]
