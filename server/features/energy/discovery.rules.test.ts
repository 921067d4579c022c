import { describe, expect, it } from 'vitest'
import { readDiscovery } from './discovery.rules.ts'

const prefix = 'pm/haus/'
const read = (topic: string, message: unknown) => readDiscovery(topic, Buffer.from(JSON.stringify(message)), prefix)
const valuesOf = (topic: string, message: unknown) => {
  const discovery = read(topic, message)
  return discovery.kind === 'described'
    ? discovery.values.map(({ topic: at, path, role, measure, factor, name }) => [
        at,
        path,
        role,
        measure,
        factor,
        name,
      ])
    : discovery.kind
}

describe('descriptions by the discovery of Home Assistant', () => {
  it('are read one component at a time', () => {
    const meter = {
      name: 'Grid Power',
      state_topic: 'zigbee2mqtt/zaehler',
      unit_of_measurement: 'kW',
      device_class: 'power',
      state_class: 'measurement',
      value_template: '{{ value_json.power | float(0) | round(2) }}',
      device: { identifiers: ['z1'], name: 'Zähler' },
    }
    expect(valuesOf('homeassistant/sensor/z1/power/config', meter)).toEqual([
      ['zigbee2mqtt/zaehler', 'power', 'grid', 'power', 1_000, 'Zähler Grid Power'],
    ])
    const short = {
      '~': 'pm/haus/solaranlage',
      name: 'Erzeugung gesamt',
      stat_t: '~/total',
      unit_of_meas: 'Wh',
      dev_cla: 'energy',
      stat_cla: 'total_increasing',
      val_tpl: "{{ value_json['ac']['total'] }}",
    }
    expect(valuesOf('homeassistant/sensor/total/config', short)).toEqual([
      ['solaranlage/total', 'ac.total', 'pv', 'generation', 1, 'Erzeugung gesamt'],
    ])
  })

  it('are ignored when they are longer than a device makes them', () => {
    const meter = { state_topic: 'x/y', unit_of_measurement: 'W' }
    const described = (message: object) => valuesOf('homeassistant/sensor/x/config', { ...meter, ...message })
    expect(described({ value_template: '{{ value | float }}' })).toHaveLength(1)
    // Patterns take quadratic time in the length, up to a fault of the whole process.
    expect(described({ value_template: `{{ value | float${' '.repeat(300)}}}` })).toEqual([])
    expect(described({ state_topic: 'x'.repeat(501) })).toEqual([])
    expect(described({ '~': 'x'.repeat(400), state_topic: `~/${'y'.repeat(100)}` })).toEqual([])
    // A base is a text, not a pattern of `replace`.
    expect(described({ '~': "$'$'", state_topic: '~/y' })).toEqual([["$'$'/y", '', null, 'power', 1, '']])
  })

  it('are read a device at a time', () => {
    const device = {
      dev: { ids: 'b1', name: 'Akku' },
      o: { name: 'bridge' },
      state_topic: 'akku/state',
      cmps: {
        power: {
          p: 'sensor',
          name: 'Leistung',
          dev_cla: 'power',
          unit_of_meas: 'W',
          val_tpl: '{{ value_json.power }}',
        },
        soc: { p: 'sensor', name: 'Stand', dev_cla: 'battery', unit_of_meas: '%', stat_t: 'akku/soc' },
        out: { p: 'sensor', name: 'discharged', dev_cla: 'energy', unit_of_meas: 'kWh', val_tpl: '{{value_json.out}}' },
        today: { p: 'sensor', name: 'heute', dev_cla: 'energy', unit_of_meas: 'kWh', val_tpl: '{{value_json.today}}' },
        on: { p: 'switch', name: 'An', command_topic: 'akku/set' },
        odd: { p: 'sensor', dev_cla: 'power', unit_of_meas: 'W', val_tpl: '{{ states("x") * 2 }}' },
      },
    }
    expect(valuesOf('homeassistant/device/b1/config', device)).toEqual([
      ['akku/state', 'power', 'battery', 'power', 1, 'Akku Leistung'],
      ['akku/soc', '', 'battery', 'level', 1, 'Akku Stand'],
      ['akku/state', 'out', 'battery', 'discharge', 1_000, 'Akku discharged'],
    ])
  })

  it('are refused when they name a topic of another site', () => {
    const named = { state_topic: 'pm/nachbar/channel/grid', unit_of_measurement: 'W', device_class: 'power' }
    expect(read('homeassistant/sensor/x/config', named).kind).toBe('foreign')
    expect(read('homeassistant/device/x/config', { cmps: { a: { p: 'sensor', ...named } } }).kind).toBe('foreign')
  })

  it('are invalid without JSON, and taken back by an empty message', () => {
    expect(readDiscovery('homeassistant/sensor/x/config', Buffer.from('{'), prefix).kind).toBe('invalid')
    expect(readDiscovery('homeassistant/sensor/x/config', Buffer.alloc(0), prefix).kind).toBe('none')
    expect(read('homeassistant/sensor/x/state', {}).kind).toBe('none')
    expect(valuesOf('homeassistant/device/x/config', { cmps: 'x', dev: null })).toEqual([])
  })
})
