/** Energy and smart-home work of the demo business. Invented. */
import type { WorkKind } from './work-kind.ts'

export const energyWork: readonly WorkKind[] = [
  {
    theme: 'wallbox',
    tickets: [
      {
        name: 'PV-Überschussladen einrichten',
        description:
          'Die Wallbox soll bevorzugt mit Solarstrom laden. Mindestladestrom 6 A, Netzbezug nur auf ausdrücklichen Wunsch.\n\nBitte auch prüfen, ob sich der Vorrang gegenüber dem Heimspeicher je nach Jahreszeit umstellen lässt.',
      },
      {
        name: 'Wallbox in PowerMaster einbinden',
        description: 'Neue Wallbox per OCPP anbinden, Ladevorgänge sichtbar machen.',
      },
      {
        name: 'Ladekarten für Mitarbeitende',
        description: 'RFID-Karten anlernen und die Ladungen je Karte auswerten.',
        for: ['office', 'hospitality', 'craft', 'public'],
      },
      {
        name: 'Lastmanagement für zwei Ladepunkte',
        description: 'Hausanschluss 35 A. Beide Ladepunkte dürfen zusammen nicht darüber kommen.',
      },
      {
        name: 'Ladevorgänge brechen ab',
        description: 'Seit dem letzten Update bricht die Ladung nach wenigen Minuten ab.',
      },
    ],
    entries: [
      {
        type: 'consulting',
        name: 'Vor-Ort-Termin und Bestandsaufnahme',
        description: 'Zählerschrank, Zuleitung und Netzwerk geprüft, Fotos abgelegt.',
      },
      {
        type: 'configuration',
        name: 'Wallbox ins Netzwerk gebracht',
        description: 'Feste Adresse vergeben, Firmware aktualisiert.',
      },
      {
        type: 'configuration',
        name: 'OCPP-Verbindung eingerichtet',
        description: 'Verbindung verschlüsselt, Kennung hinterlegt, Testladung durchgeführt.',
      },
      {
        type: 'development',
        name: 'Laderegel für Überschuss angepasst',
        description: 'Schwellen und Wartezeiten so gewählt, dass die Ladung bei Wolken nicht ständig unterbricht.',
      },
      {
        type: 'installation',
        name: 'Stromwandler in der Unterverteilung gesetzt',
        description: 'Gemeinsam mit dem Elektrobetrieb.',
      },
      { type: 'travel', name: 'Anfahrt', description: '' },
      {
        type: 'maintenance',
        name: 'Protokolle ausgewertet',
        description: 'Zwei Wochen Messwerte geprüft, keine Abbrüche mehr.',
      },
      { type: 'consulting', name: 'Einweisung', description: 'Bedienung in der App und am Gerät gezeigt.' },
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
    tickets: [
      {
        name: 'Heimspeicher: Firmware-Update',
        description: 'Der Hersteller empfiehlt die neue Version wegen der Zellüberwachung.',
      },
      { name: 'Zählerauslesung über Modbus', description: 'Bezug und Einspeisung sollen alle zehn Sekunden ankommen.' },
      {
        name: 'Wechselrichter meldet Isolationsfehler',
        description: 'Meldung tritt nur morgens bei feuchter Witterung auf.',
      },
      {
        name: 'Ertragsvergleich der Dachflächen',
        description:
          'Ost- und Westdach getrennt auswerten. Der Verdacht: Ein Strang liefert seit dem Frühjahr weniger.',
      },
      {
        name: 'Notstrom bei Netzausfall prüfen',
        description:
          'Was läuft weiter, wie lange, und was muss von Hand umgeschaltet werden? Bitte mit Übergabeprotokoll.',
      },
      {
        name: 'Dynamischer Stromtarif: Umstellung begleiten',
        description: 'Smart Meter ist eingebaut. Speicher soll in günstigen Stunden laden dürfen.',
      },
    ],
    entries: [
      {
        type: 'consulting',
        name: 'Unterlagen gesichtet',
        description: 'Schaltplan, Datenblätter und Inbetriebnahmeprotokoll.',
      },
      {
        type: 'configuration',
        name: 'Registerbelegung ermittelt',
        description: 'Leistungswerte und Ladezustand zugeordnet, Vorzeichen geprüft.',
      },
      {
        type: 'configuration',
        name: 'Auslesung eingerichtet',
        description: 'Abfrage im Zehn-Sekunden-Takt, Ausfälle werden gemeldet.',
      },
      {
        type: 'maintenance',
        name: 'Firmware eingespielt',
        description: 'Vorher Einstellungen gesichert, nachher Ladezyklus beobachtet.',
      },
      {
        type: 'maintenance',
        name: 'Fehlerspeicher ausgelesen',
        description: 'Meldungen der letzten 90 Tage gesichert und bewertet.',
      },
      { type: 'travel', name: 'An- und Abfahrt', description: '' },
      {
        type: 'development',
        name: 'Auswertung je Dachfläche ergänzt',
        description: 'Vergleich mit dem Vorjahr, bereinigt um die Einstrahlung.',
      },
      {
        type: 'consulting',
        name: 'Ergebnis besprochen',
        description: 'Empfehlung: Strang 2 vom Solarteur prüfen lassen.',
      },
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
    tickets: [
      {
        name: 'Wärmepumpe: SG-Ready anschließen',
        description: 'Bei Überschuss soll der Pufferspeicher höher geladen werden.',
      },
      {
        name: 'Heizkurve optimieren',
        description:
          'Im Bad zu kühl, im Schlafzimmer zu warm. Bitte nur kleine Schritte und nach einer Woche nachsehen.',
        for: ['private'],
      },
      {
        name: 'Stromverbrauch der Wärmepumpe ungewöhnlich hoch',
        description: 'Im Januar fast doppelt so viel wie im Vorjahr. Der Heizstab läuft vermutlich mit.',
      },
      { name: 'Einzelraumregelung einbinden', description: 'Neun Räume, Funkthermostate sind vorhanden.' },
      {
        name: 'Warmwasser nach Sonnenstand',
        description: 'Tagsüber statt nachts aufheizen, Hygieneprogramm einmal pro Woche.',
      },
    ],
    entries: [
      {
        type: 'consulting',
        name: 'Messwerte der letzten Heizperiode ausgewertet',
        description: 'Laufzeiten, Vorlauf und Heizstabanteil.',
      },
      { type: 'installation', name: 'Schaltkontakte verdrahtet', description: 'Zusammen mit dem Heizungsbetrieb.' },
      {
        type: 'configuration',
        name: 'Heizkurve angepasst',
        description: 'Neigung 0,9 auf 0,7, Parallelverschiebung unverändert.',
      },
      { type: 'configuration', name: 'Sperrzeiten für den Heizstab gesetzt', description: '' },
      {
        type: 'development',
        name: 'Regel für Überschusswärme geschrieben',
        description: 'Hysterese 20 Minuten, damit der Verdichter nicht taktet.',
      },
      { type: 'travel', name: 'Anfahrt', description: '' },
      {
        type: 'maintenance',
        name: 'Nachschau nach einer Woche',
        description: 'Temperaturen stabil, eine Korrektur im Bad.',
      },
    ],
    wishes: [
      { name: 'Urlaubsprogramm', description: 'Absenkung, wenn wir länger als drei Tage weg sind.' },
      { name: 'Anzeige der Außentemperatur', description: '' },
    ],
  },
  {
    theme: 'home',
    tickets: [
      {
        name: 'Rollläden nach Sonnenstand',
        description: 'Südseite im Sommer ab 24 °C verschatten, Wintergarten ausgenommen.',
        for: ['private', 'hospitality'],
      },
      {
        name: 'Lichtszenen im Gastraum',
        description: 'Frühstück, Abend, Veranstaltung und Putzlicht. Bedienung über die vorhandenen Taster.',
        for: ['hospitality'],
      },
      {
        name: 'Türstation mit Telefon koppeln',
        description: 'Klingeln soll auf der Telefonanlage ankommen, Öffnen mit Tastenkombination.',
      },
      {
        name: 'Umzug der Smart-Home-Zentrale',
        description:
          'Alte Zentrale läuft auf einer Speicherkarte, die Fehler zeigt. Geräte, Szenen und Verläufe sollen erhalten bleiben.',
      },
      { name: 'Wassermelder im Keller', description: 'Drei Melder, Nachricht aufs Telefon, Pumpe automatisch ein.' },
      {
        name: 'Geräte verschiedener Hersteller zusammenführen',
        description: 'Zurzeit fünf Apps. Ziel ist eine Oberfläche, die auch ohne Internet bedient werden kann.',
      },
    ],
    entries: [
      {
        type: 'consulting',
        name: 'Wünsche und Räume aufgenommen',
        description: 'Liste der Geräte mit Standort und Zustand.',
      },
      { type: 'installation', name: 'Aktoren gesetzt und beschriftet', description: '' },
      {
        type: 'configuration',
        name: 'Szenen angelegt',
        description: 'Übergänge weich, Grundhelligkeit abends 30 Prozent.',
      },
      {
        type: 'configuration',
        name: 'Geräte angelernt',
        description: 'Funkreichweite geprüft, ein Zwischenstecker als Verstärker.',
      },
      {
        type: 'development',
        name: 'Ablauf programmiert',
        description: 'Mit Handbetrieb als Vorrang und Rückfall nach zwei Stunden.',
      },
      { type: 'travel', name: 'Anfahrt', description: '' },
      {
        type: 'maintenance',
        name: 'Datensicherung eingerichtet',
        description: 'Täglich, zwei Wochen werden behalten, Rücksicherung geprobt.',
      },
      { type: 'consulting', name: 'Einweisung vor Ort', description: 'Kurzanleitung auf einer Seite hinterlassen.' },
    ],
    wishes: [
      { name: 'Taster im Flur anders belegen', description: 'Lange drücken soll alles ausschalten.' },
      { name: 'Bewegungsmelder reagiert zu spät', description: '' },
    ],
  },
  {
    theme: 'powermaster',
    tickets: [
      {
        name: 'PowerMaster: neuen Standort anlegen',
        description: 'Erzeugung, Speicher und Hauptzähler. Messwerte ab Einbau.',
      },
      {
        name: 'PowerMaster: Tagesplan zeigt zu hohe Prognose',
        description: 'An trüben Tagen liegt der Plan etwa ein Drittel über dem Ertrag.',
      },
      {
        name: 'PowerMaster: Auswertung für die Steuerberatung',
        description: 'Eigenverbrauch und Einspeisung je Monat als Tabelle.',
      },
      {
        name: 'PowerMaster: Messlücken schließen',
        description: 'Zwischen dem 3. und dem 9. fehlen Werte, der Router war stromlos.',
      },
    ],
    entries: [
      { type: 'consulting', name: 'Messkonzept abgestimmt', description: 'Zählpunkte und Bezeichnungen festgelegt.' },
      { type: 'configuration', name: 'Geräte angelegt und zugeordnet', description: '' },
      {
        type: 'development',
        name: 'Prognose um Verschattung ergänzt',
        description: 'Horizont aufgenommen, Abweichung nach zwei Wochen unter acht Prozent.',
      },
      {
        type: 'maintenance',
        name: 'Werte aus dem Gerätespeicher nachgetragen',
        description: 'Lücke geschlossen, Plausibilität geprüft.',
      },
      { type: 'development', name: 'Monatstabelle gebaut', description: '' },
      { type: 'consulting', name: 'Ergebnis gemeinsam durchgegangen', description: '' },
    ],
    wishes: [{ name: 'Vergleich mit dem Vorjahr', description: 'Am besten im gleichen Diagramm.' }],
  },
]
