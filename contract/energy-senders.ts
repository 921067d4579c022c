/** Settings for the senders of a site, as text to copy. Their topics are those that the server reads. */
import type { EnergySiteKey } from './energy-sites.ts'

export const senderKinds = [
  'https',
  'mqtt',
  'mosquitto',
  'evcc',
  'homeAssistant',
  'shelly',
  'tasmota',
  'openDtu',
] as const
export type SenderKind = (typeof senderKinds)[number]

export type SnippetName =
  | 'pushUrl'
  | 'curl'
  | 'host'
  | 'port'
  | 'username'
  | 'password'
  | 'prefix'
  | 'publish'
  | 'bridge'
  | 'evccYaml'
  | 'restCommand'
  | 'discoveryBridge'
  | 'shellyCall'
  | 'console'
  | 'baseTopic'

export type Snippet = { readonly name: SnippetName; readonly text: string }
type SenderSettings = { readonly kind: SenderKind; readonly snippets: readonly Snippet[] }

/** Without MQTT only those that push by HTTPS. `channel` is the key of the channel in examples. */
export function senderSettings({ pushUrl, mqtt }: EnergySiteKey, channel: string): readonly SenderSettings[] {
  const https: readonly Snippet[] = [
    { name: 'pushUrl', text: pushUrl },
    { name: 'curl', text: curlCall(pushUrl, channel) },
  ]
  const restCommand: Snippet = { name: 'restCommand', text: homeAssistantYaml(pushUrl, channel) }
  if (mqtt === null) {
    return [
      { kind: 'https', snippets: https },
      { kind: 'homeAssistant', snippets: [restCommand] },
    ]
  }
  const access: readonly Snippet[] = [
    { name: 'host', text: mqtt.host },
    { name: 'port', text: String(mqtt.port) },
    { name: 'username', text: mqtt.username },
    { name: 'password', text: mqtt.password },
  ]
  const snippets: Readonly<Record<SenderKind, readonly Snippet[]>> = {
    https,
    mqtt: [...access, { name: 'prefix', text: mqtt.prefix }, { name: 'publish', text: publishCall(mqtt, channel) }],
    mosquitto: [{ name: 'bridge', text: bridge(mqtt, ownTopics) }],
    evcc: [{ name: 'evccYaml', text: evccYaml(mqtt) }],
    homeAssistant: [restCommand, { name: 'discoveryBridge', text: bridge(mqtt, discoveryTopics) }],
    shelly: [{ name: 'shellyCall', text: shellyCall(mqtt) }],
    tasmota: [{ name: 'console', text: tasmotaCommands(mqtt) }],
    openDtu: [...access, { name: 'baseTopic', text: `${mqtt.prefix}solar/` }],
  }
  return senderKinds.map(kind => ({ kind, snippets: snippets[kind] }))
}

type MqttAccess = NonNullable<EnergySiteKey['mqtt']>

/** IANA's port for MQTT without TLS; brokers use any other with it. */
const plainPort = 1_883

function hasTls({ port }: MqttAccess): boolean {
  return port !== plainPort
}

function curlCall(url: string, channel: string): string {
  const body = JSON.stringify({ readings: [{ channel, value: 412.5 }] })
  return `curl -fsS -X POST ${url} \\\n  -H 'Content-Type: application/json' -d '${body}'`
}

function publishCall(mqtt: MqttAccess, channel: string): string {
  const { host, port, username, password, prefix } = mqtt
  const tls = hasTls(mqtt) ? ' --capath /etc/ssl/certs' : ''
  return `mosquitto_pub -h ${host} -p ${port}${tls} \\\n  -u ${username} -P '${password}' -q 1 \\\n  -t ${prefix}channel/${channel} -m 412.5`
}

/** Topics of the broker in the house: evcc, OpenDTU, Tasmota, Shelly. */
const ownTopics = ['evcc/#', 'solar/#', 'tele/+/SENSOR', '+/status/#', '+/events/rpc']

/** Descriptions of sensors and of devices; the last is an example of a meter's topic. */
const discoveryTopics = ['homeassistant/sensor/#', 'homeassistant/device/#', 'zigbee2mqtt/meter']

/** https://mosquitto.org/man/mosquitto-conf-5.html: each topic goes out and has the prefix of the site before it. */
function bridge(mqtt: MqttAccess, topics: readonly string[]): string {
  const { host, port, username, password, prefix } = mqtt
  return [
    'connection portal',
    `address ${host}:${port}`,
    ...(hasTls(mqtt) ? ['bridge_capath /etc/ssl/certs'] : []),
    `remote_username ${username}`,
    `remote_password ${password}`,
    'cleansession true',
    'notifications false',
    ...topics.map(topic => `topic ${topic} out 1 "" ${prefix}`),
  ].join('\n')
}

/** https://docs.evcc.io/en/reference/configuration/mqtt */
function evccYaml(mqtt: MqttAccess): string {
  const { host, port, username, password, prefix } = mqtt
  return [
    'mqtt:',
    `  broker: ${hasTls(mqtt) ? 'tls://' : ''}${host}:${port}`,
    `  topic: ${prefix}evcc`,
    `  user: "${username}"`,
    `  password: "${password}"`,
  ].join('\n')
}

/** https://www.home-assistant.io/integrations/rest_command: a sensor without a value is not sent. */
function homeAssistantYaml(url: string, channel: string): string {
  const sensor = 'sensor.power'
  return `rest_command:
  energy_portal:
    url: "${url}"
    method: post
    content_type: application/json
    payload: '{"readings":[{"channel":"${channel}","value":{{ states("${sensor}") }}}]}'
automation:
  - alias: Energy portal
    triggers:
      - trigger: time_pattern
        seconds: "/30"
    conditions: "{{ has_value('${sensor}') }}"
    actions:
      - action: rest_command.energy_portal`
}

/** https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Mqtt: `ca.pem` is the list of authorities in the device. */
function shellyCall(mqtt: MqttAccess): string {
  const { host, port, username, password, prefix } = mqtt
  const config = {
    enable: true,
    server: `${host}:${port}`,
    user: username,
    pass: password,
    ssl_ca: hasTls(mqtt) ? 'ca.pem' : null,
    topic_prefix: `${prefix}shelly`,
    rpc_ntf: true,
    status_ntf: true,
  }
  return `curl -fsS -X POST "http://$SHELLY/rpc/MQTT.SetConfig" \\\n  -d '${JSON.stringify({ config })}'\ncurl -fsS "http://$SHELLY/rpc/Shelly.Reboot"`
}

/** https://tasmota.github.io/docs/Commands/#mqtt: `SetOption103` is TLS. */
function tasmotaCommands(mqtt: MqttAccess): string {
  const { host, port, username, password, prefix } = mqtt
  return [
    `Backlog MqttHost ${host}`,
    `MqttPort ${port}`,
    `MqttUser ${username}`,
    `MqttPassword ${password}`,
    `SetOption103 ${hasTls(mqtt) ? 1 : 0}`,
    `FullTopic ${prefix}%prefix%/%topic%/`,
    'TelePeriod 10',
  ].join('; ')
}
