import type { Config } from '#server/config.ts'

/** The address links in mails begin with, without a trailing slash: PUBLIC_URL, else where the server itself listens. */
export function baseUrl({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== null) return publicUrl
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return port === 80 ? `http://${name}` : `http://${name}:${port}`
}

/** The page behind all links that confirm or stop something; the token stands behind `#` (decision 0014). */
export function confirmationUrl(config: Parameters<typeof baseUrl>[0], token: string): string {
  return `${baseUrl(config)}/bestaetigen#token=${token}`
}
