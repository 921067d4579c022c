import type { Config } from '#server/config.ts'

/** The base address of links in mails, without a trailing slash: PUBLIC_URL, else the server's own address. */
export function baseUrl({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== null) return publicUrl
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return port === 80 ? `http://${name}` : `http://${name}:${port}`
}

/** The page for all links that confirm or stop something; the token follows `#` (decision 0014). */
export function confirmationUrl(config: Parameters<typeof baseUrl>[0], token: string): string {
  return `${baseUrl(config)}/bestaetigen#token=${token}`
}
