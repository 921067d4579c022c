/** With the settings that the key's card offers to copy, senders publish values that the adapters read. */
import { expect, it } from 'vitest'
import { type SenderKind, type SnippetName, senderSettings } from '#contract/energy-senders.ts'
import type { EnergySiteKey } from '#contract/energy-sites.ts'
import { type ReadMessage, readMessage } from './energy-message.rules.ts'
import { mqttAccess } from './energy-site.rules.ts'

const config = {
  mqttPort: 8_883,
  mqttUrl: null,
  mqttAddress: null,
  mqttHost: '0.0.0.0',
  publicUrl: 'https://portal.example.org',
}
const mqtt = mqttAccess(config, 'haus-1', 'to-ken_1')
if (mqtt === null) throw new Error('MQTT is on.')
const { prefix } = mqtt
const made: EnergySiteKey = { key: 'haus-1', token: 'to-ken_1', pushUrl: 'https://portal.example.org/push/', mqtt }

function snippet(kind: SenderKind, name: SnippetName, of = made): string {
  const text = senderSettings(of, 'grid')
    .find(sender => sender.kind === kind)
    ?.snippets.find(each => each.name === name)?.text
  if (text === undefined) throw new Error(`${kind} has no ${name}.`)
  return text
}

/** The part of a snippet that a pattern finds. */
function partOf(text: string, pattern: RegExp): string {
  const part = pattern.exec(text)?.[1]
  if (part === undefined) throw new Error(`${pattern.source} is not in ${text}`)
  return part
}

function read(topic: string, payload: unknown, proposals: { topic: string; path: string }[] = []): ReadMessage {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return readMessage(
    { topic, payload: Buffer.from(text), isKept: false },
    {
      prefix,
      arrivedAt: '2026-03-10T09:00:00.000Z',
      channels: [],
      commandTopics: new Set(),
      // The rules read the place of a proposal only.
      proposals: proposals.map(place => ({ adapter: 'homeassistant', ...place })) as never,
    },
  )
}

/** Role, measure and example of each proposal. */
function proposed(message: ReadMessage) {
  if (message.refusal !== null) return [message.refusal]
  return message.proposals.map(({ adapter, meaning, example }) => [adapter, meaning?.role, meaning?.measure, example])
}

/** The messages of each device below its own root. */
const evcc = { topic: 'site/grid/power', payload: '-1250.5' }
const evccFound = [['evcc', 'grid', 'power', '-1250.5']]
const solar = { topic: '114180710360/0/power', payload: '812.4' }
const solarFound = [['opendtu', 'pv', 'power', '812.4']]
const tasmota = { topic: 'lesekopf/SENSOR', payload: { Time: '2026-03-10T10:00:00', SML: { Power_curr: 412 } } }
const tasmotaFound = [['tasmota', 'grid', 'power', '412']]
const shellyStatus = { topic: 'status/em:0', payload: { id: 0, total_act_power: 412.5 } }
const shellyEvent = {
  topic: 'events/rpc',
  payload: { method: 'NotifyStatus', params: { ts: 1_773_133_200.5, 'em:0': { id: 0, total_act_power: 412.5 } } },
}
const shellyFound = [['shelly', 'grid', 'power', '412.5']]

/** The topic at which a bridge passes a message on; undefined: not at all. */
function bridged(lines: string, topic: string): string | undefined {
  const patterns = lines.split('\n').flatMap(line => {
    const [, pattern, local, remote] = /^topic (\S+) out 1 "(\S*)" (\S+)$/.exec(line) ?? []
    return pattern === undefined || local === undefined || remote === undefined ? [] : [{ pattern, remote }]
  })
  const found = patterns.find(({ pattern }) =>
    new RegExp(`^${pattern.replaceAll('+', '[^/]+').replace(/\/#$/, '(/.+)?')}$`).test(topic),
  )
  return found && `${found.remote}${topic}`
}

it('the lines for curl and mosquitto_pub send readings', () => {
  const call = snippet('https', 'curl')
  const body = partOf(call, /-d '(.+)'/)
  expect(partOf(call, /POST (\S+)/)).toBe(made.pushUrl)
  const reading = { channel: 'grid', value: 412.5, at: '2026-03-10T09:00:00.000Z' }
  expect(read(`${prefix}readings`, body)).toEqual({ refusal: null, proposals: [], readings: [reading] })
  const line = snippet('mqtt', 'publish')
  expect(read(partOf(line, /-t (\S+)/), partOf(line, /-m (\S+)/))).toEqual({
    refusal: null,
    proposals: [],
    readings: [reading],
  })
  expect(line).toContain('-h portal.example.org -p 8883 --capath')
  expect(line).toContain("-u haus-1 -P 'to-ken_1'")
})

it('the request of Home Assistant sends a reading', () => {
  const yaml = snippet('homeAssistant', 'restCommand')
  const template = partOf(yaml, /payload: '(.+)'/)
  const body = template.replace(/\{\{ states\("sensor\.\w+"\) \}\}/, '412.5')
  expect(read(`${prefix}readings`, body)).toMatchObject({
    refusal: null,
    readings: [{ channel: 'grid', value: 412.5 }],
  })
  expect(yaml).toContain(made.pushUrl)
})

it('the bridge passes on the messages of the devices of a house, and nothing else', () => {
  const lines = snippet('mosquitto', 'bridge')
  const through = (topic: string, payload: unknown) => proposed(read(bridged(lines, topic) ?? '', payload))
  expect(through(`evcc/${evcc.topic}`, evcc.payload)).toEqual(evccFound)
  expect(through(`solar/${solar.topic}`, solar.payload)).toEqual(solarFound)
  expect(through(`tele/${tasmota.topic}`, tasmota.payload)).toEqual(tasmotaFound)
  expect(through(`shellypro3em-1/${shellyStatus.topic}`, shellyStatus.payload)).toEqual(shellyFound)
  expect(through(`shellypro3em-1/${shellyEvent.topic}`, shellyEvent.payload)).toEqual(shellyFound)
  expect(bridged(lines, 'zigbee2mqtt/front door')).toBeUndefined()
  expect(lines).toContain('address portal.example.org:8883')
  expect(lines).toContain('remote_password to-ken_1')
})

it('the bridge of Home Assistant passes on descriptions and the topic of a meter', () => {
  const lines = snippet('homeAssistant', 'discoveryBridge')
  const description = {
    name: 'Leistung',
    state_topic: 'zigbee2mqtt/meter',
    value_template: '{{ value_json.power }}',
    unit_of_measurement: 'W',
    device_class: 'power',
    device: { name: 'Zähler' },
  }
  const described = read(bridged(lines, 'homeassistant/sensor/meter/power/config') ?? '', description)
  expect(proposed(described)).toEqual([['homeassistant', 'grid', 'power', null]])
  const value = read(bridged(lines, 'zigbee2mqtt/meter') ?? '', { power: 412.5 }, [
    { topic: 'zigbee2mqtt/meter', path: 'power' },
  ])
  expect(proposed(value)).toEqual([['homeassistant', undefined, undefined, '412.5']])
  const device = { dev: { name: 'Zähler' }, cmps: { power: { p: 'sensor', ...description } } }
  const form = read(bridged(lines, 'homeassistant/device/meter/config') ?? '', device)
  expect(proposed(form)).toEqual([['homeassistant', 'grid', 'power', null]])
})

it('evcc, Shelly, Tasmota and OpenDTU publish below the prefix with the settings for them', () => {
  const ofEvcc = partOf(snippet('evcc', 'evccYaml'), /topic: (\S+)/)
  expect(proposed(read(`${ofEvcc}/${evcc.topic}`, evcc.payload))).toEqual(evccFound)
  const shelly = JSON.parse(partOf(snippet('shelly', 'shellyCall'), /-d '(.+)'/)).config
  expect(shelly).toMatchObject({ user: 'haus-1', pass: 'to-ken_1', ssl_ca: 'ca.pem' })
  for (const { topic, payload } of [shellyStatus, shellyEvent]) {
    expect(proposed(read(`${shelly.topic_prefix}/${topic}`, payload))).toEqual(shellyFound)
  }
  const fullTopic = partOf(snippet('tasmota', 'console'), /FullTopic ([^;]+)/)
  const [device, message] = tasmota.topic.split('/')
  const topic = fullTopic.replace('%prefix%', 'tele').replace('%topic%', device ?? '') + message
  expect(proposed(read(topic, tasmota.payload))).toEqual(tasmotaFound)
  expect(proposed(read(`${snippet('openDtu', 'baseTopic')}${solar.topic}`, solar.payload))).toEqual(solarFound)
})

it('only HTTPS is offered while MQTT is off, and TLS on every port but that of plain MQTT', () => {
  const offered = senderSettings({ ...made, mqtt: null }, 'grid')
  expect(offered.map(({ kind }) => kind)).toEqual(['https', 'homeAssistant'])
  expect(JSON.stringify(offered)).not.toContain('mqtt')
  const plain = { ...made, mqtt: { ...mqtt, port: 1_883 } }
  expect(snippet('evcc', 'evccYaml', plain)).toContain('broker: portal.example.org:1883')
  expect(snippet('mosquitto', 'bridge', plain)).not.toContain('bridge_capath')
  expect(snippet('tasmota', 'console', plain)).toContain('SetOption103 0')
  expect(snippet('evcc', 'evccYaml')).toContain('broker: tls://portal.example.org:8883')
})
