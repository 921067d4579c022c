import { dnsTexts } from '#web/texts/dns.texts.ts'

/** The views of the DNS updater by their names in the address, in the order of their links. The first has none. */
export const dnsViews = [
  { view: undefined, label: dnsTexts.hostnames.title },
  { view: 'domains', label: dnsTexts.domains.title },
  { view: 'endpoints', label: dnsTexts.endpoints.title },
] as const
