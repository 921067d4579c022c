/** The displayed part of an address: the host without www. */
export function hostOf(url: string): string {
  const host = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url
  return host.replace(/^www\.(?=.*\.)/i, '')
}

/** Adds https:// to an address typed without a scheme, if its start looks like a host. */
export function withScheme(typed: string): string {
  const address = typed.trim()
  return /^[^\s/?#:@]+\.[^\s/?#:@]+([:/?#]|$)/.test(address) ? `https://${address}` : address
}
