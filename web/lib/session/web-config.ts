/** The server's configuration for the application: the backend's address, the duration of the loading screen and more. */
import { loadingScreenMsDefault } from '#contract/limits.ts'
import { readSiteFile } from '#web/lib/api/api-client.ts'

export type Config = {
  /** Origin of the backend, or `/` for the same origin. */
  backendUrl: string
  /** Minimum time between the start of the navigation and the application. */
  loadingScreenMs: number
  /** Whether mails are sent: false without a mail server. */
  sendsMail: boolean
  /** Whether DNS providers are called: false in the demo. */
  callsProviders: boolean
  /** Interval of checks for a newer build; 0 = never. */
  updateCheckSeconds: number
}

const fallback: Config = {
  backendUrl: '/',
  loadingScreenMs: loadingScreenMsDefault,
  sendsMail: true,
  callsProviders: true,
  updateCheckSeconds: 300,
}

/** Never fails: missing values take their defaults, and a missing backend becomes the own origin, with an error in the console. */
export async function loadConfig(): Promise<Config> {
  return configOf(configInPage() ?? (await readSiteFile('/config.json').catch(() => undefined)))
}

/** The portal's server writes it into the page; other servers of the same files do not. */
function configInPage(): unknown {
  try {
    return JSON.parse(document.getElementById('config')?.textContent ?? '')
  } catch {
    return undefined
  }
}

export function configOf(file: unknown): Config {
  const given: Readonly<Record<string, unknown>> = typeof file === 'object' && file !== null ? { ...file } : {}
  return {
    backendUrl: backendUrlOf(given.backendUrl),
    loadingScreenMs: numberOf(given.loadingScreenMs, fallback.loadingScreenMs),
    sendsMail: given.sendsMail !== false,
    callsProviders: given.callsProviders !== false,
    updateCheckSeconds: numberOf(given.updateCheckSeconds, fallback.updateCheckSeconds),
  }
}

function backendUrlOf(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  // biome-ignore lint/suspicious/noConsole: the specification requires exactly this line
  console.error('Backend URL is not configured')
  return fallback.backendUrl
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : otherwise
}
