import type { SenderKind, SnippetName } from '#contract/energy-senders.ts'

const senders: Readonly<Record<SenderKind, { title: string; lead: string }>> = {
  https: {
    title: 'HTTPS',
    lead: 'Programme senden ihre Werte an diese Adresse. Die Zeile darunter sendet einen Wert zum Ausprobieren: 412,5\u00a0W für den ersten Messkanal einer Leistung.',
  },
  mqtt: {
    title: 'MQTT',
    lead: 'Für jedes Gerät, das MQTT spricht. Alle Themen beginnen mit dem Präfix: „channel/“ und der Schlüssel eines Messkanals nimmt eine Zahl an, andere Themen erscheinen als Vorschlag. Die letzte Zeile sendet einen Wert zum Ausprobieren.',
  },
  mosquitto: {
    title: 'mosquitto als Brücke',
    lead: 'Für ein Haus mit eigenem Broker: Diese Zeilen kommen in eine Datei unter /etc/mosquitto/conf.d. Sie reichen evcc, OpenDTU, Tasmota und Shelly weiter, in dieser Reihenfolge. Zeilen für Geräte, die es nicht gibt, lassen Sie weg.',
  },
  evcc: {
    title: 'evcc',
    lead: 'Diese Zeilen kommen in die Datei evcc.yaml. Danach evcc neu starten. Hat evcc schon einen Broker, nehmen Sie stattdessen die Brücke.',
  },
  homeAssistant: {
    title: 'Home Assistant',
    lead: 'Die Zeilen kommen in die Datei configuration.yaml: Home Assistant sendet dann alle 30\u00a0Sekunden einen Wert. Ersetzen Sie sensor.power durch Ihren Sensor. Für mehrere Messkanäle ergänzen Sie weitere Einträge in „readings“.',
  },
  shelly: {
    title: 'Shelly (ab der zweiten Generation)',
    lead: 'Im Netz des Hauses auszuführen. Setzen Sie vorher SHELLY auf die Adresse des Geräts, zum Beispiel mit export SHELLY=192.168.178.40. Ein zweites Gerät bekommt ein eigenes Ende von „topic_prefix“.',
  },
  tasmota: {
    title: 'Tasmota',
    lead: 'Diese Zeile kommt in die Konsole des Geräts. Es sendet dann alle 10\u00a0Sekunden. Verschlüsselung können alle Geräte mit ESP32; ein ESP8266 braucht dafür eine eigene Firmware oder die Brücke.',
  },
  openDtu: {
    title: 'OpenDTU',
    lead: 'Diese Werte kommen in die Einstellungen unter MQTT. TLS ist einzuschalten, außer bei Port 1883.',
  },
}

const snippets: Readonly<Record<SnippetName, string>> = {
  pushUrl: 'Adresse',
  curl: 'Zum Ausprobieren',
  host: 'Rechner',
  port: 'Port',
  username: 'Benutzer',
  password: 'Passwort',
  prefix: 'Präfix der Themen',
  publish: 'Zum Ausprobieren',
  bridge: 'Zeilen der Brücke',
  evccYaml: 'Zeilen für evcc.yaml',
  restCommand: 'Zeilen für configuration.yaml',
  discoveryBridge:
    'Zeilen der Brücke für Geräte mit Beschreibung: Das letzte Thema ersetzen Sie durch das Ihres Zählers',
  shellyCall: 'Befehle',
  console: 'Befehle für die Konsole',
  baseTopic: 'Basis-Thema',
}

/** Settings for the senders of a site. */
export const energySenderTexts = {
  senders,
  snippets,
  withoutMqtt: 'Dieses Portal nimmt keine Werte über MQTT an. Senden Sie über HTTPS.',
} as const
