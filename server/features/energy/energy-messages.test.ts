import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '#server/auth/tokens.ts'
import { writeMosquittoFiles } from '#server/cli/portal-broker-users.ts'
import { dayMs, instantText } from '#server/clock.ts'
import { type Broker, startBroker } from '#server/mqtt/broker.ts'
import type { Message } from '#server/mqtt/message.ts'
import { startBrokerPair } from '#server/outgoing/broker-pair.ts'
import { makeCertificate } from '#server/testing/certificate.ts'
import { engines } from '#server/testing/engines.ts'
import { mosquittoPub, mosquittoSub, startMosquitto, temporaryFile } from '#server/testing/mosquitto.ts'
import { openPushingSite, readingsOfChannel } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createMessageIntake, type MessageIntake } from './energy-message.commands.ts'
import { brokerFilters } from './energy-message.rules.ts'

describe.each(engines)('messages on %s', engine => {
  let portal: TestApp
  let intake: MessageIntake
  let broker: Broker
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { MQTT_ADDRESS: 'mqtt.example.org:8883' } })
    intake = createMessageIntake(portal.runtime)
    broker = await startBroker(intake, { port: 0, host: '127.0.0.1', certificate: null })
  })
  afterAll(async () => {
    await broker.stop()
    await portal.close()
  })

  const openSite = async () => {
    const { site, channels, url } = await openPushingSite(portal, [{ key: 'grid' }, { key: 'pv', role: 'pv' }])
    const token = url.split('/')[3] ?? ''
    const key = site.key ?? ''
    const login = { username: key, password: token, port: broker.port }
    return { site, channels, login, topic: (rest: string) => `pm/${key}/${rest}` }
  }
  const rejectionsOf = (siteId: string) =>
    portal.runtime.db
      .selectFrom('energy_rejection')
      .select(['channel', 'value', 'code'])
      .where('site_id', '=', siteId)
      .orderBy('id')
      .execute()
  const now = () => portal.clock.now().getTime()
  const valuesOf = async (number: number | undefined) =>
    (await readingsOfChannel(portal, number ?? 0)).map(({ value_millionths }) => value_millionths / 1_000_000)

  it.each(['mqttv311', 'mqttv5'] as const)(
    'of mosquitto_pub by %s are stored when they are confirmed',
    async version => {
      const { channels, login, topic } = await openSite()
      for (const qos of [1, 2] as const) {
        const single = await mosquittoPub({
          ...login,
          version,
          qos,
          topic: topic('channel/grid'),
          message: `${qos}12.5`,
        })
        expect(single).toEqual({ code: 0, output: '' })
        portal.clock.advance(1_000)
      }
      expect(await valuesOf(channels[0]?.number)).toEqual([112.5, 212.5])
      const at = [0, 1, 2].map(index => instantText(new Date(now() - 60_000 + index)))
      const readings = at.map((each, index) => ({ channel: 'pv', at: each, value: index }))
      const batch = await mosquittoPub({
        ...login,
        version,
        topic: topic('readings'),
        message: JSON.stringify({ readings }),
      })
      expect(batch.code).toBe(0)
      expect(await valuesOf(channels[1]?.number)).toEqual([0, 1, 2])
    },
  )

  it('log in with the key of the site, which is shown once', async () => {
    const { site, channels } = await openSite()
    const admin = await portal.client('admin')
    const { mqtt, key, token } = (await admin.post(`/api/backend/energy-sites/${site.id}/key/`)).json()
    const prefix = `pm/${key}/`
    expect(mqtt).toEqual({ host: 'mqtt.example.org', port: 8_883, username: key, password: token, prefix })
    await mosquittoPub({ ...mqtt, port: broker.port, topic: `${prefix}channel/grid`, message: '4' })
    expect(await valuesOf(channels[0]?.number)).toEqual([4])
  })

  it('of one connection are confirmed together, and those that cannot be read cost none of the others', async () => {
    const { site, channels, login, topic } = await openSite()
    const good = await mosquittoPub({ ...login, topic: topic('channel/grid'), message: ['-1', 'rubbish', '2'] })
    expect(good.code).toBe(0)
    expect((await valuesOf(channels[0]?.number)).at(-1)).toBe(2)
    await mosquittoPub({ ...login, topic: topic('readings'), message: '{"readings":[{"channel":"grid"' })
    await mosquittoPub({ ...login, topic: topic('channel/deleted'), message: '1' })
    expect(await rejectionsOf(site.id)).toEqual([
      { channel: 'grid', value: 'rubbish', code: 'value.invalid' },
      { channel: topic('readings'), value: '{"readings":[{"channel":"grid"', code: 'message.invalid' },
      { channel: 'deleted', value: '1', code: 'channel.unknown' },
    ])
  })

  it('are refused by their reason in MQTT 5, and kept for the page of the site', async () => {
    const { site, login, topic } = await openSite()
    const foreign = await openSite()
    const refused = async (name: string, message: string) => {
      const { output } = await mosquittoPub({ ...login, version: 'mqttv5', topic: name, message, more: ['-d'] })
      return /RC:(\d+)/.exec(output)?.[1]
    }
    expect(await refused(foreign.topic('channel/grid'), '5')).toBe(String(0x87))
    expect(await refused('homeassistant/sensor/x/config', '{}')).toBe(String(0x87))
    expect(await refused(topic(`channel/${'x'.repeat(60_000)}`), '5')).toBe(String(0x90))
    expect(await refused(topic('channel/grid'), 'NaN')).toBe(String(0x99))
    expect((await rejectionsOf(site.id)).map(({ code }) => code)).toEqual([
      'topic.foreign',
      'topic.foreign',
      'topic.invalid',
      'value.invalid',
    ])
    expect(await rejectionsOf(foreign.site.id)).toEqual([])
    expect(await valuesOf(foreign.channels[0]?.number)).toEqual([])
  })

  it('need the key and token of the site, and end with the token', async () => {
    const { site, channels, login, topic } = await openSite()
    const other = await openSite()
    const send = (account: object) => mosquittoPub({ ...login, ...account, topic: topic('channel/grid'), message: '1' })
    for (const account of [{ password: 'wrong' }, { password: other.login.password }, { username: 'nobody' }]) {
      const { code, output } = await send(account)
      expect([code, output]).toEqual([5, expect.stringContaining('not authorised')])
    }
    const subscriber = mosquittoSub({ ...login, topic: topic('#') })
    await subscriber.ready
    const senders = [
      await intake.logIn({ user: login.username, password: login.password }, ''),
      await intake.logIn({ user: other.login.username, password: other.login.password }, ''),
    ].flatMap(sender => sender ?? [])
    expect(await intake.listGone(senders)).toEqual(new Set())
    await portal.runtime.db
      .updateTable('energy_site')
      .set({ token_hash: hashToken('new') })
      .where('id', '=', site.id)
      .execute()
    expect(await intake.listGone(senders)).toEqual(new Set(senders.slice(0, 1)))
    expect((await send({})).code).toBe(5)
    expect(await valuesOf(channels[0]?.number)).toEqual([])
    await subscriber.stop()
  })

  it('reach the subscribers of the same site and nobody else', async () => {
    const { login, topic } = await openSite()
    const foreign = await openSite()
    for (const wrong of ['#', 'pm/#', 'pm/+/channel/grid', foreign.topic('#')]) {
      const denied = mosquittoSub({ ...login, topic: wrong })
      await expect(denied.until(line => line.startsWith('message:'))).rejects.toThrow(/denied|ended/)
    }
    const subscriber = mosquittoSub({ ...login, topic: topic('battery/set') })
    await subscriber.ready
    broker.send(foreign.login.username, { topic: foreign.topic('battery/set'), payload: Buffer.from('foreign') })
    broker.send(login.username, { topic: topic('battery/set'), payload: Buffer.from('{"mode":"auto"}') })
    expect(await subscriber.until(line => line.startsWith('message:'))).toBe(
      `message: ${topic('battery/set')} {"mode":"auto"}`,
    )
    await subscriber.stop()
  })

  it('that are too long end the connection before they are kept in memory', async () => {
    const { login, topic } = await openSite()
    const message = 'x'.repeat(1_200_000)
    expect((await mosquittoPub({ ...login, topic: topic('readings'), message })).code).not.toBe(0)
    expect((await mosquittoPub({ ...login, topic: topic('channel/grid'), message: '1' })).code).toBe(0)
  })

  it('that a bridge repeats because its broker kept them are not taken as new', async () => {
    const { channels, login, topic } = await openSite()
    const bridge = await startMosquitto([
      'allow_anonymous true',
      'connection portal',
      `address 127.0.0.1:${broker.port}`,
      `remote_username ${login.username}`,
      `remote_password ${login.password}`,
      'notifications false',
      `topic # out 1 home/ pm/${login.username}/channel/`,
    ])
    const send = (name: string, message: string, more: string[] = []) =>
      mosquittoPub({ ...login, port: bridge.port, topic: `home/${name}`, message, more })
    const arrived = async (number: number | undefined, count: number) => {
      await expect.poll(() => valuesOf(number), { timeout: 15_000 }).toHaveLength(count)
    }
    await send('grid', '7')
    await arrived(channels[0]?.number, 1)
    // The first of a topic with the flag may be old, the next one is not.
    await send('pv', '1', ['-r'])
    portal.clock.advance(1_000)
    await send('pv', '2', ['-r'])
    await arrived(channels[1]?.number, 1)
    expect(await valuesOf(channels[1]?.number)).toEqual([2])
    expect((await rejectionsOf(topic(''))).length).toBe(0)
    await bridge.stop()
  })

  it('are encrypted with the certificate', async () => {
    const { channels, login, topic } = await openSite()
    const certificate = makeCertificate({
      names: ['localhost', '127.0.0.1'],
      from: new Date('2020-01-01'),
      until: new Date('2100-01-01'),
    })
    const encrypted = await startBroker(intake, { port: 0, host: '127.0.0.1', certificate })
    const ca = temporaryFile(certificate.cert)
    const sent = { ...login, port: encrypted.port, topic: topic('channel/grid'), message: '3' }
    expect((await mosquittoPub({ ...sent, more: ['--cafile', ca.path] })).code).toBe(0)
    expect((await mosquittoPub(sent)).code).not.toBe(0)
    expect(await valuesOf(channels[0]?.number)).toEqual([3])
    await encrypted.stop()
    ca.remove()
  })

  it('are not confirmed while they cannot be stored', async () => {
    const { login, topic } = await openSite()
    const failing = await startBroker(
      { ...intake, take: () => Promise.reject(new Error('The disk is full.')) },
      { port: 0, host: '127.0.0.1', certificate: null },
    )
    const { code } = await mosquittoPub({ ...login, port: failing.port, topic: topic('channel/grid'), message: '1' })
    expect(code).not.toBe(0)
    await failing.stop()
  })

  it('that fail again and again are refused, and cost none of the others', async () => {
    const { site, channels, topic } = await openSite()
    const broken = Object.assign(Buffer.from('7'), {
      subarray: () => {
        throw new TypeError('This message cannot be read.')
      },
    })
    const message = (rest: string, payload: Buffer): Message => ({ topic: topic(rest), payload, isKept: false })
    for (let attempt = 1; attempt <= 5; attempt++) {
      const [bad, good] = await Promise.allSettled([
        intake.takeFromBroker(message('channel/pv', broken)),
        intake.takeFromBroker(message('channel/grid', Buffer.from(String(attempt)))),
      ])
      expect(good).toEqual({ status: 'fulfilled', value: { refusal: null } })
      if (attempt < 5) expect(bad).toMatchObject({ status: 'rejected', reason: { name: 'TypeError' } })
      else expect(bad).toMatchObject({ status: 'fulfilled', value: { refusal: 'message.invalid' } })
      portal.clock.advance(1_000)
    }
    expect(await valuesOf(channels[0]?.number)).toEqual([1, 2, 3, 4, 5])
    expect(await rejectionsOf(site.id)).toEqual([{ channel: topic('channel/pv'), value: '', code: 'message.invalid' }])
  })

  it('come back after a restart of the broker', async () => {
    const { channels, login, topic } = await openSite()
    const first = await startBroker(intake, { port: 0, host: '127.0.0.1', certificate: null })
    const subscriber = mosquittoSub({ ...login, port: first.port, topic: topic('#') })
    await subscriber.ready
    await first.stop()
    const second = await startBroker(intake, { port: first.port, host: '127.0.0.1', certificate: null })
    await expect.poll(() => second.connections(), { timeout: 15_000 }).toBe(1)
    await mosquittoPub({ ...login, port: second.port, topic: topic('channel/grid'), message: '8' })
    expect(await subscriber.until(line => line.startsWith('message:'))).toContain('channel/grid 8')
    expect(await valuesOf(channels[0]?.number)).toEqual([8])
    await subscriber.stop()
    await second.stop()
  })

  it('need the rights of their site at the broker of the operator, whose files the portal writes', async () => {
    const { site, channels } = await openSite()
    const admin = await portal.client('admin')
    const makeKey = async (id: string) => (await admin.post(`/api/backend/energy-sites/${id}/key/`)).json()
    const { key, token } = await makeKey(site.id)
    const other = await makeKey((await openSite()).site.id)
    const files = temporaryFile('')
    const folder = `${files.path}s`
    const config = { ...portal.runtime.config, mqttUrl: 'mqtt://portal:geheim%20wort@broker' }
    expect(await writeMosquittoFiles({ ...portal.runtime, config }, folder)).toBeGreaterThan(0)
    const mosquitto = await startMosquitto([`password_file ${folder}/users`, `acl_file ${folder}/acl`])
    const link = startBrokerPair({
      url: `mqtt://portal:geheim%20wort@127.0.0.1:${mosquitto.port}`,
      clientId: 'portal',
      filters: brokerFilters,
      log: portal.runtime.log,
      take: createMessageIntake(portal.runtime).takeFromBroker,
    })
    await expect.poll(() => link.isConnected()).toBe(true)
    const send = (rest: string, account: object = {}) =>
      mosquittoPub({
        ...{ username: key, password: token, port: mosquitto.port, version: 'mqttv5', more: ['-d'], message: '6' },
        topic: `pm/${rest}`,
        ...account,
      })
    expect((await send(`${key}/channel/grid`, { password: 'wrong' })).output).toContain('ot authorized')
    expect((await send('other/channel/grid')).output).toContain(`RC:${0x87}`)
    expect((await send(`${key}/channel/grid`)).output).toContain('RC:0')
    await expect.poll(() => valuesOf(channels[0]?.number), { timeout: 15_000 }).toEqual([6])
    // mosquitto lets everybody subscribe, and drops messages whose turn goes to a subscriber without the right to read.
    const thieves = ['$share/portal/pm/+/#', 'pm/+/#'].map(filter =>
      mosquittoSub({ username: other.key, password: other.token, port: mosquitto.port, topic: filter }),
    )
    for (const thief of thieves) await thief.ready
    const readings = Array.from({ length: 10 }, (_, index) => batchOf(now() - dayMs + index * 1_000, index))
    await send(`${key}/readings`, { message: readings, more: [] })
    await expect.poll(() => valuesOf(channels[0]?.number), { timeout: 15_000 }).toHaveLength(11)
    for (const { messages, stop } of thieves) {
      expect(messages.filter(line => line.startsWith('message:'))).toEqual([])
      await stop()
    }
    await link.stop()
    await mosquitto.stop()
    files.remove()
  })

  it('through the broker of the operator are taken once by two instances, and wait for one that is away', async () => {
    const { site, channels, login, topic } = await openSite()
    const other = await openTestApp(engine, { instanceOn: portal.database })
    const mosquitto = await startMosquitto(['allow_anonymous true', 'max_inflight_messages 1000'])
    const counts = [0, 0]
    const linkOf = ({ runtime }: TestApp, index: number) => {
      const { takeFromBroker } = createMessageIntake(runtime)
      return startBrokerPair({
        url: `mqtt://127.0.0.1:${mosquitto.port}`,
        clientId: `portal-${index}`,
        filters: brokerFilters,
        log: runtime.log,
        take: (message: Message) => {
          counts[index] = (counts[index] ?? 0) + 1
          return takeFromBroker(message)
        },
      })
    }
    const links = [linkOf(portal, 0), linkOf(other, 1)]
    await expect.poll(() => links.map(link => link.isConnected())).toEqual([true, true])
    const sent = Array.from({ length: 60 }, (_, index) => batchOf(now() - dayMs + index * 1_000, index))
    await mosquittoPub({ ...login, port: mosquitto.port, topic: topic('readings'), message: sent.slice(0, 40) })
    await expect.poll(() => valuesOf(channels[0]?.number), { timeout: 15_000 }).toHaveLength(40)
    expect(counts[0]).toBeGreaterThan(0)
    expect(counts[1]).toBeGreaterThan(0)
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(40)
    await links[0]?.stop()
    await mosquittoPub({ ...login, port: mosquitto.port, topic: topic('readings'), message: sent.slice(40) })
    links[0] = linkOf(portal, 0)
    await expect.poll(() => valuesOf(channels[0]?.number), { timeout: 15_000 }).toHaveLength(60)
    expect(await rejectionsOf(site.id)).toEqual([])
    for (const link of links) await link.stop()
    await mosquitto.stop()
    await other.close()
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'are not lost while the portal is away and the broker of the operator restarts after %s',
    async signal => {
      const { site, channels, login, topic } = await openSite()
      const mosquitto = await startMosquitto(['allow_anonymous true', 'persistence true'])
      let taken = 0
      const open = () =>
        startBrokerPair({
          url: `mqtt://127.0.0.1:${mosquitto.port}`,
          clientId: 'portal',
          filters: brokerFilters,
          log: portal.runtime.log,
          take(message) {
            taken += 1
            return intake.takeFromBroker(message)
          },
        })
      const send = (value: number) =>
        mosquittoPub({
          ...login,
          port: mosquitto.port,
          topic: topic('readings'),
          message: batchOf(now() - dayMs + value * 1_000, value),
        })
      const first = open()
      await expect.poll(() => first.isConnected()).toBe(true)
      await first.stop()
      await send(1)
      await mosquitto.save()
      await mosquitto.restart(signal)
      await send(2)
      // Nobody knows its time once it has waited.
      await mosquittoPub({ ...login, port: mosquitto.port, topic: topic('channel/grid'), message: '9' })
      const second = open()
      await expect.poll(() => second.isConnected(), { timeout: 15_000 }).toBe(true)
      await expect.poll(() => valuesOf(channels[0]?.number), { timeout: 15_000 }).toEqual([1, 2])
      // From here on nothing is taken twice.
      taken = 0
      await send(3)
      await expect.poll(() => valuesOf(channels[0]?.number), { timeout: 15_000 }).toEqual([1, 2, 3])
      await second.stop()
      expect(taken).toBe(1)
      expect(await rejectionsOf(site.id)).toEqual([])
      await mosquitto.stop()
    },
  )

  function batchOf(at: number, value: number): string {
    return JSON.stringify({ readings: [{ channel: 'grid', at: instantText(new Date(at)), value }] })
  }
})
