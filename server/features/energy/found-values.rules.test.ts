import { describe, expect, it } from 'vitest'
import { findValues } from './found-values.rules.ts'

const found = (topic: string, payload: unknown) =>
  findValues(topic, Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))).map(
    ({ topic: at, path, value, role, measure, factor, at: time }) => [at, path, value, role, measure, factor, time],
  )

describe('values of devices', () => {
  it('are found in the messages of evcc, as its MQTT API documents them', () => {
    expect([
      ...found('evcc/site/grid/power', '-1250.5'),
      ...found('evcc/site/pvPower', '4200'),
      ...found('evcc/site/pv/2/energy', '5120.4'),
      ...found('evcc/site/homePower', '310'),
      ...found('evcc/site/battery/power', '-900'),
      ...found('evcc/site/battery/soc', '71'),
      ...found('evcc/loadpoints/1/chargePower', '11040'),
      ...found('evcc/loadpoints/1/chargeTotalImport', '812.3'),
      ...found('evcc/loadpoints/1/connected', 'true'),
    ]).toEqual([
      ['evcc/site/grid/power', '', -1250.5, 'grid', 'power', 1, null],
      ['evcc/site/pvPower', '', 4200, 'pv', 'power', 1, null],
      ['evcc/site/pv/2/energy', '', 5120.4, 'pv', 'generation', 1_000, null],
      ['evcc/site/homePower', '', 310, 'house', 'power', 1, null],
      ['evcc/site/battery/power', '', -900, 'battery', 'power', 1, null],
      ['evcc/site/battery/soc', '', 71, 'battery', 'level', 1, null],
      ['evcc/loadpoints/1/chargePower', '', 11_040, 'car', 'power', 1, null],
      ['evcc/loadpoints/1/chargeTotalImport', '', 812.3, 'car', 'consumption', 1_000, null],
      ['evcc/loadpoints/1/connected', '', true, 'car', 'connected', 1, null],
    ])
    // Energy of a session falls back to 0, and titles are no values.
    for (const [topic, payload] of [
      ['evcc/loadpoints/1/chargedEnergy', '1200'],
      ['evcc/site/siteTitle', 'Zuhause'],
      ['evcc/site/grid/power', 'null'],
    ] as const) {
      expect(found(topic, payload)).toEqual([])
    }
  })

  it('are found in the status and the notifications of Shelly Gen 2, under one topic', () => {
    const em = { id: 0, a_act_power: 100.1, total_current: 4.1, total_act_power: 412.5, total_aprt_power: 500 }
    expect(found('shellypro3em-1/status/em:0', em)).toEqual([
      ['shellypro3em-1/status/em:0', 'total_act_power', 412.5, 'grid', 'power', 1, null],
    ])
    expect(found('haus/keller/status/emdata:0', { id: 0, total_act: 123_456.7, total_act_ret: 89.1 })).toEqual([
      ['haus/keller/status/emdata:0', 'total_act', 123_456.7, 'grid', 'import', 1, null],
      ['haus/keller/status/emdata:0', 'total_act_ret', 89.1, 'grid', 'export', 1, null],
    ])
    const notification = {
      src: 'shellypro3em-1',
      dst: 'shellypro3em-1/events',
      method: 'NotifyStatus',
      params: { ts: 1_773_133_200.5, 'em:0': em, 'switch:1': { id: 1, apower: 60, aenergy: { total: 1_200.5 } } },
    }
    expect(found('shellypro3em-1/events/rpc', notification)).toEqual([
      ['shellypro3em-1/status/em:0', 'total_act_power', 412.5, 'grid', 'power', 1, '2026-03-10T09:00:00.500Z'],
      ['shellypro3em-1/status/switch:1', 'apower', 60, 'consumer', 'power', 1, '2026-03-10T09:00:00.500Z'],
      [
        'shellypro3em-1/status/switch:1',
        'aenergy.total',
        1_200.5,
        'consumer',
        'consumption',
        1,
        '2026-03-10T09:00:00.500Z',
      ],
    ])
  })

  it('are found in meter readings of Tasmota, for any name of their group', () => {
    const sent = {
      Time: '2026-03-10T10:00:00',
      SML: { Total_in: 5_123.4567, Total_out: 12.5, Power_curr: -310, Meter_Id: '0a01' },
    }
    expect(found('tele/lesekopf/SENSOR', sent)).toEqual([
      ['tele/lesekopf/SENSOR', 'SML.Total_in', 5_123.4567, 'grid', 'import', 1_000, null],
      ['tele/lesekopf/SENSOR', 'SML.Total_out', 12.5, 'grid', 'export', 1_000, null],
      ['tele/lesekopf/SENSOR', 'SML.Power_curr', -310, 'grid', 'power', 1, null],
    ])
    const other = {
      Time: '2026-03-10T10:00:00+01:00',
      MT175: { '16_7_0': 250, abc: 7, voltage_l1: 231.2, power_l1: 80 },
    }
    expect(found('tele/x/SENSOR', other)).toEqual([
      ['tele/x/SENSOR', 'MT175.16_7_0', 250, 'grid', 'power', 1, '2026-03-10T10:00:00+01:00'],
      ['tele/x/SENSOR', 'MT175.abc', 7, null, null, 1, '2026-03-10T10:00:00+01:00'],
      ['tele/x/SENSOR', 'MT175.power_l1', 80, null, null, 1, '2026-03-10T10:00:00+01:00'],
    ])
    const plug = {
      Time: '2026-03-10T10:00:00',
      ENERGY: { Total: 12.3, Today: 0.4, Power: 60, Voltage: 230, Current: 0.3 },
    }
    expect(found('tele/steckdose/SENSOR', plug)).toEqual([
      ['tele/steckdose/SENSOR', 'ENERGY.Total', 12.3, 'consumer', 'consumption', 1_000, null],
      ['tele/steckdose/SENSOR', 'ENERGY.Power', 60, 'consumer', 'power', 1, null],
    ])
  })

  it('are found in the messages of OpenDTU and AhoyDTU about the AC side', () => {
    expect([
      ...found('solar/114181808123/0/power', '523.4'),
      ...found('solar/114181808123/0/yieldtotal', '1423.551'),
      ...found('solar/Dach/ch0/P_AC', '99.5'),
      ...found('solar/114181808123/0/voltage', '231'),
      ...found('solar/114181808123/1/power', '270'),
    ]).toEqual([
      ['solar/114181808123/0/power', '', 523.4, 'pv', 'power', 1, null],
      ['solar/114181808123/0/yieldtotal', '', 1_423.551, 'pv', 'generation', 1_000, null],
      ['solar/Dach/ch0/P_AC', '', 99.5, 'pv', 'power', 1, null],
    ])
  })

  it('are never found in broken messages', () => {
    for (const topic of ['evcc/site/pvPower', 'a/status/em:0', 'a/events/rpc', 'tele/a/SENSOR', 'solar/1/0/power']) {
      for (const payload of ['', '{', 'null', '[]', '"x"', '{"params":null}', '{"SML":{"Total_in":"viel"}}', 'NaN']) {
        expect([topic, payload, found(topic, payload)]).toEqual([topic, payload, []])
      }
    }
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, index]))
    expect(found('tele/a/SENSOR', { SML: many }).length).toBe(50)
  })

  it('are not found under names that no device has', () => {
    expect(
      found('tele/zaehler/SENSOR', { SML: { Power: 1, ['power'.repeat(20)]: 2 }, ['x'.repeat(81)]: { Power: 3 } }),
    ).toEqual([['tele/zaehler/SENSOR', 'SML.Power', 1, 'grid', 'power', 1, null]])
  })
})
