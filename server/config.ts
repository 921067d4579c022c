/** The configuration of the process: every environment variable, documented. Nothing else reads the environment. */
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type WeatherSource, weatherSources } from '#contract/energy-forecasts.ts'
import { type PriceSource, priceSources } from '#contract/energy-prices.ts'
import { loadingScreenMsDefault } from '#contract/limits.ts'
import { StartError } from '#server/start-error.ts'

type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
export type HostPort = { readonly host: string; readonly port: number }

export type Config = {
  readonly port: number
  readonly host: string
  /** Absolute path; holds the database, the keys and the backups. */
  readonly dataDir: string
  /** PostgreSQL; null = SQLite in `dataDir`. */
  readonly databaseUrl: string | null
  /** Without trailing slash; null = the address the server listens on. */
  readonly publicUrl: string | null
  /** Without trailing slash; null = same origin. */
  readonly backendUrl: string | null
  /** null = mails stay in the outbox. */
  readonly smtpUrl: string | null
  /** Absolute path. */
  readonly keysFile: string
  /** IP addresses and networks (`10.0.0.0/8`) whose forwarded headers are believed. */
  readonly trustedProxies: readonly string[]
  readonly logLevel: LogLevel
  readonly loadingScreenMs: number
  /** 0 = never. */
  readonly updateCheckSeconds: number
  /** Private targets that outgoing calls may reach anyway. */
  readonly outgoingAllow: readonly HostPort[]
  /** The source that is asked first for the exchange's prices; null = none. */
  readonly energyPrices: PriceSource | null
  /** The source of the weather in forecasts; null = forecasts without weather. */
  readonly energyWeather: WeatherSource | null
  readonly isDemo: boolean
  readonly countsCalls: boolean
  /** null = no metrics. */
  readonly metricsPort: number | null
  readonly metricsHost: string
  /** Of our own broker; null = none. */
  readonly mqttPort: number | null
  readonly mqttHost: string
  /** Absolute paths; null = plain connections. */
  readonly mqttCertFile: string | null
  readonly mqttKeyFile: string | null
  /** The operator's broker; null = none. */
  readonly mqttUrl: string | null
  /** Where senders reach the broker; null = the host of `publicUrl`. */
  readonly mqttAddress: HostPort | null
}

export type Environment = Readonly<Record<string, string | undefined>>

type Variable<T> = {
  readonly type: string
  /** As it would be written in the environment; empty = not set. */
  readonly default: string
  readonly meaning: string
  /** Never repeat the value in a message: it may hold a password. */
  readonly isSecret?: true
  /** Throws a `Refusal` that ends the sentence "NAME must be …". */
  readonly parse: (value: string) => T
}

const logLevels: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Every variable with type, default and meaning; `docs/configuration.md` is printed from it. */
export const variables = {
  PORT: {
    type: 'whole number, 0 to 65535',
    default: '3000',
    meaning: 'TCP port the server listens on; 0 takes any free one.',
    parse: wholeNumber(0, 65_535),
  },
  HOST: {
    type: 'IP address or host name',
    default: '127.0.0.1',
    meaning:
      'Address the server listens on. The default is reachable from this machine only; put a proxy in front of it.',
    parse: hostName,
  },
  DATA_DIR: {
    type: 'path',
    default: 'data',
    meaning: 'Folder for the database, the keys and the backups; created on first start.',
    parse: (value: string) => resolve(value),
  },
  DATABASE_URL: {
    type: 'postgres:// address',
    default: '',
    meaning: 'PostgreSQL 15 or newer. Not set: SQLite in the file `portal.sqlite` of DATA_DIR.',
    isSecret: true,
    parse: optional(url(['postgres:', 'postgresql:'])),
  },
  PUBLIC_URL: {
    type: 'http:// or https:// address',
    default: '',
    meaning: 'Address under which visitors reach the portal; links in mails start with it.',
    parse: optional(origin),
  },
  BACKEND_URL: {
    type: 'http:// or https:// address',
    default: '',
    meaning: 'Host the browser sends its calls to, published in pages and in `/config.json`. Not set: the same origin.',
    parse: optional(origin),
  },
  SMTP_URL: {
    type: 'smtp:// or smtps:// address',
    default: '',
    meaning:
      'Mail server, with user and password if required: `smtps://user:password@mail.example.org`. Not set: mails wait in the outbox, where an admin reads them.',
    isSecret: true,
    parse: optional(url(['smtp:', 'smtps:'])),
  },
  KEYS_FILE: {
    type: 'path',
    default: '',
    meaning:
      'File with the secret keys, readable by its owner only; created on first start. Not set: `keys` in DATA_DIR. Keep a copy apart from the database.',
    parse: optional((value: string) => resolve(value)),
  },
  TRUSTED_PROXIES: {
    type: 'list of IP addresses and networks',
    default: '',
    meaning: 'Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted, separated by commas.',
    parse: list(network),
  },
  LOG_LEVEL: {
    type: `one of ${logLevels.join(', ')}`,
    default: 'info',
    meaning: 'Lowest level that is logged.',
    parse: oneOf(logLevels),
  },
  LOADING_SCREEN_MS: {
    type: 'whole number, 0 to 60000',
    default: String(loadingScreenMsDefault),
    meaning: 'Minimum time in milliseconds the loading screen stays.',
    parse: wholeNumber(0, 60_000),
  },
  UPDATE_CHECK_SECONDS: {
    type: 'whole number, 0 to 86400',
    default: '300',
    meaning: 'How often an open browser checks for a newer release; 0 = never.',
    parse: wholeNumber(0, 86_400),
  },
  OUTGOING_ALLOW: {
    type: 'list of host:port',
    default: '',
    meaning: 'Private targets (a router, a local DNS server) that the server may call, separated by commas.',
    parse: list(hostPort),
  },
  ENERGY_PRICES: {
    type: `one of ${priceSources.join(', ')}`,
    default: '',
    meaning:
      'Source of the exchange’s electricity prices that is asked first, from 13:00 on; the other one is asked where it fails. Not set: none is asked.',
    parse: optional(oneOf(priceSources)),
  },
  ENERGY_WEATHER: {
    type: `one of ${weatherSources.join(', ')}`,
    default: '',
    meaning:
      'Source of the weather for forecasts of generation: `dwd` asks Deutscher Wetterdienst for the stations nearest to the sites. Not set: none is asked.',
    parse: optional(oneOf(weatherSources)),
  },
  DEMO: {
    type: '0 or 1',
    default: '0',
    meaning: 'Fill an empty database with the demo business and print its logins. Never on real data.',
    parse: flag,
  },
  CALL_BUDGETS: {
    type: '0 or 1',
    default: '1',
    meaning: '0: no call limits for visitors and customers. For measurements only, never on a reachable portal.',
    parse: flag,
  },
  METRICS_PORT: {
    type: 'whole number, 0 to 65535',
    default: '',
    meaning:
      'TCP port of `/metrics` for Prometheus, on its own address and never on PORT; 0 takes any free one. Not set: no metrics.',
    parse: optional(wholeNumber(0, 65_535)),
  },
  METRICS_HOST: {
    type: 'IP address or host name',
    default: '127.0.0.1',
    meaning: 'Address of `/metrics`. It needs no login: keep it internal.',
    parse: hostName,
  },
  MQTT_PORT: {
    type: 'whole number, 1 to 65535',
    default: '',
    meaning:
      'TCP port of the built-in MQTT broker for measured values, usually 8883. Not set: none. For one instance; several share the broker of MQTT_URL.',
    parse: optional(wholeNumber(1, 65_535)),
  },
  MQTT_HOST: {
    type: 'IP address or host name',
    default: '127.0.0.1',
    meaning: 'Address the built-in MQTT broker listens on. Beyond this machine it needs a certificate or MQTT_PLAIN.',
    parse: hostName,
  },
  MQTT_CERT_FILE: {
    type: 'path',
    default: '',
    meaning:
      'Certificate chain (PEM) of the built-in MQTT broker; read again every ten minutes, so renewals take effect.',
    parse: optional((value: string) => resolve(value)),
  },
  MQTT_KEY_FILE: {
    type: 'path',
    default: '',
    meaning: 'Private key (PEM) that belongs to MQTT_CERT_FILE.',
    parse: optional((value: string) => resolve(value)),
  },
  MQTT_PLAIN: {
    type: '0 or 1',
    default: '0',
    meaning:
      '1: the built-in MQTT broker takes plain connections on MQTT_HOST, because a proxy in front of it has the certificate.',
    parse: flag,
  },
  MQTT_URL: {
    type: 'mqtt:// or mqtts:// address',
    default: '',
    meaning:
      'An MQTT 5 broker of your own, with user and password: `mqtts://portal:password@broker.example.org`. Instances share its messages. Not together with MQTT_PORT.',
    isSecret: true,
    parse: optional(url(['mqtt:', 'mqtts:'])),
  },
  MQTT_ADDRESS: {
    type: 'host:port',
    default: '',
    meaning:
      'Where senders reach the broker, shown with the key of a site. Not set: the host of PUBLIC_URL with MQTT_PORT, or that of MQTT_URL.',
    parse: optional(hostPort),
  },
} as const satisfies Record<string, Variable<unknown>>

type Name = keyof typeof variables
type Value<N extends Name> = ReturnType<(typeof variables)[N]['parse']>

/** Why a value is refused: the rest of a sentence. */
class Refusal extends Error {}

/** The configuration could not be read; the message is one plain sentence naming the variable. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError'
}

/** Reads the configuration, from the environment of the process unless another one is given. Throws ConfigError. */
export function readConfig(env: Environment = process.env): Config {
  const dataDir = read(env, 'DATA_DIR')
  return {
    port: read(env, 'PORT'),
    host: read(env, 'HOST'),
    dataDir,
    databaseUrl: read(env, 'DATABASE_URL'),
    publicUrl: read(env, 'PUBLIC_URL'),
    backendUrl: read(env, 'BACKEND_URL'),
    smtpUrl: read(env, 'SMTP_URL'),
    keysFile: read(env, 'KEYS_FILE') ?? join(dataDir, 'keys'),
    trustedProxies: read(env, 'TRUSTED_PROXIES'),
    logLevel: read(env, 'LOG_LEVEL'),
    loadingScreenMs: read(env, 'LOADING_SCREEN_MS'),
    updateCheckSeconds: read(env, 'UPDATE_CHECK_SECONDS'),
    outgoingAllow: read(env, 'OUTGOING_ALLOW'),
    energyPrices: read(env, 'ENERGY_PRICES'),
    energyWeather: read(env, 'ENERGY_WEATHER'),
    isDemo: read(env, 'DEMO'),
    countsCalls: read(env, 'CALL_BUDGETS'),
    metricsPort: read(env, 'METRICS_PORT'),
    metricsHost: read(env, 'METRICS_HOST'),
    ...readMqtt(env),
  }
}

/** A password never travels in the clear, except where nobody can listen or a proxy in front encrypts. */
function readMqtt(env: Environment) {
  const mqttPort = read(env, 'MQTT_PORT')
  const mqttHost = read(env, 'MQTT_HOST')
  const mqttCertFile = read(env, 'MQTT_CERT_FILE')
  const mqttKeyFile = read(env, 'MQTT_KEY_FILE')
  const mqttUrl = read(env, 'MQTT_URL')
  if (mqttPort !== null && mqttUrl !== null) throw new ConfigError('Set MQTT_PORT or MQTT_URL, not both.')
  if ((mqttCertFile === null) !== (mqttKeyFile === null)) {
    throw new ConfigError('MQTT_CERT_FILE and MQTT_KEY_FILE belong together: set both or none.')
  }
  const isPlainSafe = ['127.0.0.1', '::1', 'localhost'].includes(mqttHost) || read(env, 'MQTT_PLAIN')
  if (mqttPort !== null && mqttCertFile === null && !isPlainSafe) {
    throw new ConfigError(
      'MQTT_HOST is reachable from other machines: set MQTT_CERT_FILE and MQTT_KEY_FILE, or MQTT_PLAIN=1 behind a proxy that encrypts.',
    )
  }
  return { mqttPort, mqttHost, mqttCertFile, mqttKeyFile, mqttUrl, mqttAddress: read(env, 'MQTT_ADDRESS') }
}

function read<N extends Name>(env: Environment, name: N): Value<N> {
  const variable: Variable<unknown> = variables[name]
  const given = env[name]?.trim()
  const value = given === undefined || given === '' ? variable.default : given
  try {
    // The table above defines the type of each name; the look-up by name loses it.
    return variable.parse(value) as Value<N>
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const shown = variable.isSecret ? '' : `, but is "${value}"`
    throw new ConfigError(`${name} must be ${error.message}${shown}.`)
  }
}

function optional<T>(parse: (value: string) => T): (value: string) => T | null {
  return value => (value === '' ? null : parse(value))
}

function list<T>(parse: (value: string) => T): (value: string) => readonly T[] {
  return value =>
    value
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== '')
      .map(parse)
}

function wholeNumber(min: number, max: number): (value: string) => number {
  return value => {
    const number = Number(value)
    if (!/^\d{1,9}$/.test(value) || number < min || number > max) {
      throw new Refusal(`a whole number from ${min} to ${max}`)
    }
    return number
  }
}

function flag(value: string): boolean {
  if (['1', 'true', 'yes'].includes(value.toLowerCase())) return true
  if (['0', 'false', 'no'].includes(value.toLowerCase())) return false
  throw new Refusal('0 or 1')
}

/** One of these words, in any case. */
function oneOf<Word extends string>(words: readonly Word[]): (value: string) => Word {
  return value => {
    const found = words.find(word => word === value.toLowerCase())
    if (found === undefined) throw new Refusal(`one of ${words.join(', ')}`)
    return found
  }
}

function hostName(value: string): string {
  if (isIP(value) === 0 && !/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value)) {
    throw new Refusal('an IP address or a host name')
  }
  return value
}

function url(protocols: readonly string[]): (value: string) => string {
  return value => {
    const parsed = URL.parse(value)
    if (parsed === null || !protocols.includes(parsed.protocol) || parsed.hostname === '') {
      throw new Refusal(`an address that starts with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`)
    }
    return value
  }
}

/** Scheme, host and port; a path would break the fixed addresses of the portal. */
function origin(value: string): string {
  const parsed = URL.parse(value)
  const isPlain = parsed !== null && parsed.pathname === '/' && parsed.search === '' && parsed.hash === ''
  if (parsed === null || !isPlain || !['http:', 'https:'].includes(parsed.protocol) || parsed.username !== '') {
    throw new Refusal('an address like https://portal.example.org, without a path')
  }
  return parsed.origin
}

function network(value: string): string {
  const [address = '', prefix, ...rest] = value.split('/')
  const version = isIP(address)
  const bitsMax = version === 6 ? 128 : 32
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bitsMax)
  if (version === 0 || !isPrefix || rest.length > 0) {
    throw new Refusal('a list of IP addresses or networks like 10.0.0.0/8')
  }
  return value
}

function hostPort(value: string): HostPort {
  const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(value)
  const port = Number(match?.[2])
  if (match?.[1] === undefined || port < 1 || port > 65_535) {
    throw new Refusal('host:port like 192.168.178.1:80')
  }
  return { host: match[1].replace(/^\[|\]$/g, ''), port }
}
