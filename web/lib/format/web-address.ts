/** What people see of an address: the host, without the www that says nothing. */
export function hostOf(url: string): string {
  const host = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url
  return host.replace(/^www\.(?=.*\.)/i, '')
}

/** An address as people type it: without a scheme, where what comes first looks like a host, it means https. */
export function withScheme(typed: string): string {
  const address = typed.trim()
  return /^[^\s/?#:@]+\.[^\s/?#:@]+([:/?#]|$)/.test(address) ? `https://${address}` : address
}
