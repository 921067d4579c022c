/** Kinds of routers with a ready-made recipe. */
export const dnsRouters = ['fritzbox', 'opnsense', 'unifi', 'openwrt', 'ddclient', 'inadyn', 'curl', 'other'] as const
export type DnsRouter = (typeof dnsRouters)[number]
