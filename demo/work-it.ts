/** Network, workplace and backup work of the demo business, and its advice. Invented. */
import type { WorkKind } from './work-kind.ts'

const firms = ['office', 'hospitality', 'craft', 'public'] as const

export const itWork: readonly WorkKind[] = [
  {
    theme: 'network',
    before: [
      ['consulting', 'Bestandsaufnahme', 'Geräte, Kabelwege und Zugänge in einer Liste.'],
      ['travel', 'An- und Abfahrt'],
    ],
    subjects: [
      {
        name: 'WLAN im Lager erweitern',
        description: 'Handscanner verlieren zwischen den Regalen die Verbindung.',
        for: ['craft', 'hospitality'],
        steps: [
          ['consulting', 'Ausleuchtung gemessen', 'Messpunkte im Grundriss eingetragen.'],
          ['installation', 'Zwei Zugangspunkte montiert', 'Versorgung über das Netzwerkkabel.'],
          ['maintenance', 'Testlauf mit dem Scanner', 'Durchgang durch alle Gänge ohne Abbruch.'],
        ],
      },
      {
        name: 'Gäste-WLAN trennen',
        description: 'Gäste dürfen nur ins Internet, nicht auf Drucker und Kasse.',
        for: ['office', 'hospitality', 'public'],
        steps: [
          ['configuration', 'Netze getrennt', 'Eigene Bereiche für Gäste, Haustechnik und Büro.'],
          ['maintenance', 'Trennung geprüft', 'Aus dem Gästenetz ist nur das Internet erreichbar.'],
        ],
      },
      {
        name: 'Netzwerkschrank aufräumen',
        description:
          'Beschriftung fehlt. Bitte Plan erstellen, Altgeräte ausbauen und die Patchkabel durch kürzere ersetzen. Termin nur außerhalb der Öffnungszeiten.',
        steps: [
          ['installation', 'Schrank neu verkabelt und beschriftet', 'Drei Altgeräte ausgebaut.'],
          ['consulting', 'Plan gezeichnet', 'Liegt als PDF und im Schrank.'],
        ],
      },
      {
        name: 'Langsames Internet nach Anbieterwechsel',
        description: 'Statt 250 kommen etwa 40 Mbit/s an.',
        steps: [
          ['maintenance', 'Leitung an mehreren Stellen gemessen', 'Am Anschluss volle Bandbreite, im Haus nicht.'],
          ['configuration', 'Router ersetzt und eingerichtet', 'Der alte war zu langsam.'],
        ],
      },
      {
        name: 'Switch im Obergeschoss tauschen',
        description: 'Lüfter defekt, Gerät ist acht Jahre alt.',
        steps: [
          ['installation', 'Switch getauscht', 'Lüfterloses Gerät, Unterbrechung zwölf Minuten.'],
          ['configuration', 'Ports wie bisher belegt'],
        ],
      },
      {
        name: 'Druckerwarteschlange hängt',
        description: 'Betrifft nur den Empfang.',
        for: firms,
        steps: [
          ['maintenance', 'Treiber entfernt und neu eingerichtet'],
          ['configuration', 'Drucker mit fester Adresse versehen'],
        ],
      },
    ],
    after: [
      ['maintenance', 'Firmware der Netzwerkgeräte aktualisiert'],
      ['configuration', 'Feste Adressen und Namen vergeben', 'Liste im Portal abgelegt.'],
    ],
    wishes: [
      { name: 'WLAN auch im Innenhof', description: 'Für Veranstaltungen im Sommer.' },
      { name: 'WLAN-Passwort für Gäste monatlich wechseln', description: '' },
    ],
  },
  {
    theme: 'workplace',
    before: [['consulting', 'Ablauf und Zuständigkeiten abgestimmt']],
    subjects: [
      {
        name: 'VPN für den Außendienst',
        description: 'Vier Notebooks, zwei Telefone. Anmeldung mit zweitem Faktor.',
        steps: [
          ['configuration', 'Gegenstelle eingerichtet', 'Schlüssel je Gerät, Zugriff nur auf die nötigen Dienste.'],
          ['installation', 'Sechs Geräte eingerichtet und geprüft'],
        ],
      },
      {
        name: 'Neue Mitarbeiterin: Zugang und Notebook',
        description: 'Start am Monatsersten.',
        steps: [
          ['installation', 'Notebook vorbereitet', 'Verschlüsselung, Updates, Programme laut Liste.'],
          ['configuration', 'Konten angelegt und berechtigt'],
        ],
      },
      {
        name: 'Fernwartung für Fachgeräte',
        description: 'Nur auf Freigabe, jede Sitzung wird protokolliert.',
        steps: [
          ['configuration', 'Zugang nur nach Freigabe eingerichtet', 'Sitzung endet nach 60 Minuten von selbst.'],
          ['consulting', 'Ablauf mit dem Hersteller abgestimmt'],
        ],
      },
      {
        name: 'Telefonanlage: Ansage außerhalb der Öffnungszeiten',
        description: 'Text liefern wir. Feiertage sollen berücksichtigt werden.',
        steps: [
          ['configuration', 'Zeitsteuerung mit Feiertagen angelegt'],
          ['configuration', 'Ansagen eingespielt und geprüft'],
        ],
      },
      {
        name: 'Umstellung der E-Mail-Postfächer',
        description:
          'Elf Postfächer, gemeinsame Adresse für Rechnungen. Alte Nachrichten und Ordner müssen vollständig erhalten bleiben, auch die Unterordner der früheren Leitung.\n\nBitte beachten:\n- Die Adresse für Rechnungen lesen drei Personen, beantwortet wird sie nur von der Buchhaltung.\n- Zwei Postfächer gehören ausgeschiedenen Mitarbeiterinnen. Sie sollen noch sechs Monate weiterleiten und danach mit einer Abwesenheitsnotiz geschlossen werden.\n- Kalender und Kontakte müssen auf den Telefonen ankommen, ohne dass jemand sein Gerät zurücksetzen muss.\n- Der Multifunktionsdrucker verschickt eingescannte Belege über das alte Konto. Das geht beim letzten Wechsel gern vergessen.\n\nDie Umstellung bitte am Wochenende. Montag um sieben Uhr muss alles laufen, weil dann die Bestellungen der Woche eingehen. Wenn etwas nicht klappt, lieber am Samstagabend zurück auf den alten Stand und einen neuen Termin suchen.',
        steps: [
          ['maintenance', 'Postfächer übertragen', 'Anzahl der Nachrichten vorher und nachher verglichen.'],
          ['configuration', 'Telefone und Drucker umgestellt'],
          ['consulting', 'Bereitschaft am Montagmorgen'],
        ],
      },
      {
        name: 'Zwei-Faktor-Anmeldung einführen',
        description: 'Für alle Konten, die von außen erreichbar sind.',
        steps: [
          ['configuration', 'Konten umgestellt', 'Notfallschlüssel in zwei versiegelten Umschlägen.'],
          ['consulting', 'Kurzschulung im Team', 'Auch: Verhalten bei Verlust des Telefons.'],
        ],
      },
    ],
    after: [
      ['maintenance', 'Rückfragen der ersten Tage gelöst'],
      ['consulting', 'Zugänge dokumentiert', 'Übergabe an die Leitung.'],
    ],
    wishes: [
      { name: 'Weiterleitung während des Urlaubs', description: 'Vom 3. bis 17., danach bitte wieder aus.' },
      { name: 'Zugang für die Aushilfe', description: '' },
    ],
  },
  {
    theme: 'backup',
    before: [
      ['consulting', 'Bestand erfasst', 'Was liegt wo, wie wichtig ist es, wie lange darf es fehlen.'],
      ['travel', 'An- und Abfahrt'],
    ],
    subjects: [
      {
        name: 'Sicherungskonzept und Rücksicherung',
        description:
          'Wir wissen nicht, ob die Sicherung im Ernstfall hilft. Bitte prüfen, dokumentieren und einmal proben.',
        steps: [
          ['configuration', 'Sicherung eingerichtet', 'Täglich, verschlüsselt, eine Kopie außer Haus.'],
          ['maintenance', 'Rücksicherung geprobt', 'Stichprobe von 40 Dateien, alle lesbar. Dauer 35 Minuten.'],
        ],
      },
      {
        name: 'Server: Festplatte meldet Fehler',
        description: 'Eine Platte im Verbund ist ausgefallen.',
        steps: [
          ['installation', 'Festplatte getauscht', 'Im laufenden Betrieb.'],
          ['maintenance', 'Verbund neu aufgebaut', 'Prüfung ohne Befund.'],
        ],
      },
      {
        name: 'Überwachung der wichtigsten Dienste',
        description: 'Meldung, wenn Website, Sicherung oder Zertifikat ein Problem hat.',
        steps: [
          ['configuration', 'Überwachung eingerichtet', 'Neun Prüfungen im Fünf-Minuten-Takt.'],
          ['configuration', 'Meldewege festgelegt', 'Nachts meldet sich nur Ernstes.'],
        ],
      },
      {
        name: 'Altes NAS ablösen',
        description: 'Etwa 6 TB, Freigaben wie bisher.',
        steps: [
          ['maintenance', 'Daten übertragen und verglichen', 'Prüfsummen aller Dateien stimmen.'],
          ['configuration', 'Freigaben und Rechte übernommen'],
        ],
      },
      {
        name: 'Archiv nach Aufbewahrungsfrist aufräumen',
        description: 'Löschliste bitte vorher zur Freigabe.',
        steps: [
          ['consulting', 'Löschliste erstellt', '11.200 Dateien, nach Jahr und Art.'],
          ['maintenance', 'Freigegebenes gelöscht und protokolliert'],
        ],
      },
      {
        name: 'Vierteljährliche Wartung',
        description: 'Updates, Protokolle, Sicherungen, Zertifikate.',
        steps: [
          ['maintenance', 'Updates eingespielt', 'Server, Router und drei Anwendungen.'],
          ['maintenance', 'Sicherungen und Zertifikate geprüft'],
        ],
      },
    ],
    after: [
      ['maintenance', 'Ersten vollständigen Lauf geprüft'],
      ['consulting', 'Bericht geschrieben', 'Zwei Seiten, mit offenen Punkten.'],
    ],
    wishes: [
      { name: 'Sicherung auch für das Notebook der Leitung', description: '' },
      { name: 'Freigabe „Übergabe“ für das Steuerbüro', description: 'Nur lesen, bitte mit Ablaufdatum.' },
    ],
  },
  {
    theme: 'advice',
    before: [['consulting', 'Gespräch', 'Ziele, Grenzen und Zeitplan.']],
    subjects: [
      {
        name: 'Zweite Meinung zum Angebot',
        description: 'Angebot für 14 kWp mit Speicher, wir sind unsicher bei der Größe.',
        steps: [
          ['consulting', 'Wirtschaftlichkeit gerechnet', 'Drei Varianten mit ihren Annahmen.'],
          ['consulting', 'Stellungnahme geschrieben'],
        ],
      },
      {
        name: 'Fördermöglichkeiten zusammenstellen',
        description: 'Für Ladepunkte und Speicher, Stand heute, mit Quellen.',
        steps: [
          ['consulting', 'Programme von Bund, Land und Gemeinde geprüft'],
          ['consulting', 'Übersicht erstellt', 'Mit Fristen und Reihenfolge der Anträge.'],
        ],
      },
      {
        name: 'Ausschreibung begleiten',
        description:
          'Leistungsverzeichnis für Netzwerk und WLAN in zwei Gebäuden. Formulierungen produktneutral, Eignungskriterien mit der Vergabestelle abstimmen.\n\nErwartet werden drei bis fünf Angebote; die Wertung soll nachvollziehbar dokumentiert sein.',
        for: ['public'],
        steps: [
          ['consulting', 'Leistungsverzeichnis entworfen'],
          ['consulting', 'Bieterfragen beantwortet'],
          ['consulting', 'Angebote gewertet', 'Vier Angebote, Vermerk an die Vergabestelle.'],
        ],
      },
      {
        name: 'IT-Notfallplan',
        description: 'Wer macht was, wenn nichts mehr geht? Höchstens vier Seiten, auch ausgedruckt verständlich.',
        for: firms,
        steps: [
          ['consulting', 'Plan geschrieben'],
          ['consulting', 'Übung mit dem Team', 'Zwei Lücken gefunden und geschlossen.'],
        ],
      },
    ],
    after: [['consulting', 'Ergebnis vorgestellt']],
    wishes: [
      { name: 'Bitte auch die kleinere Variante rechnen', description: 'Ohne Speicher, dafür mit Vorbereitung.' },
    ],
  },
]
