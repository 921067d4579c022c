/** MQTT of this process: its own broker, a client of the operator's, or nothing. Loaded only where it is configured. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Runtime } from '#server/context.ts'
import { createMessageIntake } from '#server/features/energy/energy-message.commands.ts'
import { brokerFilters } from '#server/features/energy/energy-message.rules.ts'
import type { PostCommand } from '#server/features/energy/storage-command.commands.ts'
import { type Broker, type Certificate, startBroker } from '#server/mqtt/broker.ts'
import { sessionName, startBrokerPair } from '#server/outgoing/broker-pair.ts'
import { StartError } from '#server/start-error.ts'

export type Messaging = {
  /** The port of our own broker; null without one. */
  readonly port: number | null
  /** Hands a command on to the devices of a site; false without a connection. */
  readonly post: PostCommand
  /** Confirms received messages, then disconnects. */
  stop(): Promise<void>
}

const renewalEveryMs = 600_000

/** Waits until our own broker listens; the operator's is tried again and again. */
export async function startMessaging(runtime: Runtime): Promise<Messaging> {
  const { config } = runtime
  const intake = createMessageIntake(runtime)
  if (config.mqttUrl !== null) {
    const link = startBrokerPair({
      url: config.mqttUrl,
      clientId: sessionName(config.mqttUrl, `${hostname()} ${config.dataDir} ${config.port}`),
      filters: brokerFilters,
      log: runtime.log,
      take: intake.takeFromBroker,
    })
    return { port: null, post: (_site, message) => link.send(message), stop: link.stop }
  }
  const broker = await startBroker(intake, {
    port: config.mqttPort ?? 0,
    host: config.mqttHost,
    certificate: readCertificate(config),
  })
  const renewal = setInterval(() => renew(runtime, broker), renewalEveryMs).unref()
  return {
    port: broker.port,
    post({ key }, message) {
      broker.send(key, message)
      return true
    },
    async stop() {
      clearInterval(renewal)
      await broker.stop()
    },
  }
}

type Files = Pick<Runtime['config'], 'mqttCertFile' | 'mqttKeyFile'>

/** null: plain connections, which the configuration allows only where they cannot be overheard. */
function readCertificate({ mqttCertFile, mqttKeyFile }: Files): Certificate | null {
  if (mqttCertFile === null || mqttKeyFile === null) return null
  try {
    return { cert: readFileSync(mqttCertFile, 'utf8'), key: readFileSync(mqttKeyFile, 'utf8') }
  } catch (error) {
    throw new StartError('The certificate of MQTT_CERT_FILE and MQTT_KEY_FILE cannot be read.', { cause: error })
  }
}

/** Certificates are renewed while the process runs. With a broken one, the former stays in use. */
function renew({ config, log }: Runtime, broker: Broker): void {
  try {
    const certificate = readCertificate(config)
    if (certificate !== null) broker.renewCertificate(certificate)
  } catch (error) {
    log.error({ err: error }, 'the certificate of MQTT cannot be renewed')
  }
}
