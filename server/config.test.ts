import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, variables } from './config.ts'
import { printConfiguration } from './configuration-text.ts'

test('without any variable the portal runs on this machine with its data in ./data', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: null,
    publicUrl: null,
    backendUrl: null,
    smtpUrl: null,
    keysFile: resolve('data/keys'),
    trustedProxies: [],
    logLevel: 'info',
    loadingScreenMs: 2000,
    updateCheckSeconds: 300,
    outgoingAllow: [],
    energyPrices: null,
    energyWeather: null,
    countsCalls: true,
    isDemo: false,
    metricsPort: null,
    mqttPort: null,
    mqttHost: '127.0.0.1',
    mqttCertFile: null,
    mqttKeyFile: null,
    mqttUrl: null,
    mqttAddress: null,
    metricsHost: '127.0.0.1',
  })
})

test('every variable is read', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::1',
    DATA_DIR: '/var/lib/portal',
    DATABASE_URL: 'postgres://portal:geheim@localhost/portal',
    PUBLIC_URL: 'https://Portal.Example.org/',
    BACKEND_URL: 'http://localhost:4000',
    SMTP_URL: 'smtps://user:geheim@mail.example.org',
    KEYS_FILE: '/etc/portal/keys',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8 ,',
    LOG_LEVEL: 'WARN',
    LOADING_SCREEN_MS: '0',
    UPDATE_CHECK_SECONDS: '60',
    ENERGY_PRICES: 'smard',
    ENERGY_WEATHER: 'dwd',
    OUTGOING_ALLOW: '192.168.178.1:80, [fd00::1]:443, fritz.box:49000',
    DEMO: '1',
    CALL_BUDGETS: '0',
    METRICS_PORT: '9464',
    MQTT_PORT: '8883',
    MQTT_HOST: '0.0.0.0',
    MQTT_CERT_FILE: '/etc/portal/cert.pem',
    MQTT_KEY_FILE: '/etc/portal/key.pem',
    MQTT_ADDRESS: 'mqtt.example.org:8883',
    METRICS_HOST: '10.0.0.7',
  })
  expect(config).toEqual({
    port: 0,
    host: '::1',
    dataDir: '/var/lib/portal',
    databaseUrl: 'postgres://portal:geheim@localhost/portal',
    publicUrl: 'https://portal.example.org',
    backendUrl: 'http://localhost:4000',
    smtpUrl: 'smtps://user:geheim@mail.example.org',
    keysFile: '/etc/portal/keys',
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    logLevel: 'warn',
    loadingScreenMs: 0,
    updateCheckSeconds: 60,
    outgoingAllow: [
      { host: '192.168.178.1', port: 80 },
      { host: 'fd00::1', port: 443 },
      { host: 'fritz.box', port: 49000 },
    ],
    energyPrices: 'smard',
    energyWeather: 'dwd',
    countsCalls: false,
    isDemo: true,
    metricsPort: 9464,
    mqttPort: 8_883,
    mqttHost: '0.0.0.0',
    mqttCertFile: '/etc/portal/cert.pem',
    mqttKeyFile: '/etc/portal/key.pem',
    mqttUrl: null,
    mqttAddress: { host: 'mqtt.example.org', port: 8_883 },
    metricsHost: '10.0.0.7',
  })
})

test('an unknown source of prices is refused', () => {
  expect(() => readConfig({ ENERGY_PRICES: 'awattar' })).toThrow('ENERGY_PRICES must be one of energy_charts, smard')
})

test('an empty or blank variable is one that is not set', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ', DEMO: '' })).toEqual(readConfig({}))
})

test('the keys file is next to the data by default', () => {
  expect(readConfig({ DATA_DIR: '/srv/portal' }).keysFile).toBe('/srv/portal/keys')
})

describe('an invalid value is refused in one sentence naming the variable', () => {
  test.each([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', 'abc'],
    ['HOST', 'http://localhost'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://localhost/portal'],
    ['DATABASE_URL', 'portal'],
    ['PUBLIC_URL', 'portal.example.org'],
    ['PUBLIC_URL', 'https://portal.example.org/kunden'],
    ['PUBLIC_URL', 'ftp://portal.example.org'],
    ['PUBLIC_URL', 'https://user@portal.example.org'],
    ['BACKEND_URL', '//portal.example.org'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1,proxy'],
    ['TRUSTED_PROXIES', '::1/129'],
    ['LOG_LEVEL', 'loud'],
    ['LOADING_SCREEN_MS', '2s'],
    ['UPDATE_CHECK_SECONDS', '-5'],
    ['OUTGOING_ALLOW', '192.168.178.1'],
    ['OUTGOING_ALLOW', '192.168.178.1:0'],
    ['OUTGOING_ALLOW', 'fritz.box:99999'],
    ['DEMO', 'maybe'],
  ])('%s=%s', (name, value) => {
    const reading = () => readConfig({ [name]: value })
    expect(reading).toThrow(ConfigError)
    expect(reading).toThrow(new RegExp(`^${name} must be .+\\.$`))
  })
})

test('passwords by MQTT travel encrypted, or where nobody can listen', () => {
  expect(() => readConfig({ MQTT_PORT: '1883', MQTT_HOST: '0.0.0.0' })).toThrow('MQTT_CERT_FILE')
  for (const safe of [{ MQTT_HOST: '::1' }, { MQTT_HOST: '0.0.0.0', MQTT_PLAIN: '1' }]) {
    expect(readConfig({ MQTT_PORT: '1883', ...safe }).mqttPort).toBe(1_883)
  }
  expect(() => readConfig({ MQTT_PORT: '8883', MQTT_KEY_FILE: 'key.pem' })).toThrow('both or none')
  expect(() => readConfig({ MQTT_PORT: '8883', MQTT_URL: 'mqtt://broker' })).toThrow('not both')
})

test('a refused address is not repeated if it may hold a password', () => {
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'MQTT_URL']) {
    expect(() => readConfig({ [name]: 'http://user:geheim@host' })).not.toThrow('geheim')
    expect(() => readConfig({ [name]: 'http://user:geheim@host' })).toThrow(name)
  }
})

test('the documentation lists every variable and is up to date', () => {
  const page = readFileSync('docs/configuration.md', 'utf8')
  expect(page).toBe(printConfiguration())
  for (const name of Object.keys(variables)) expect(page).toContain(`## ${name}\n`)
})
