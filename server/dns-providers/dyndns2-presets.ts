/** Providers with a dyndns2 interface, and its address. From their documentation, not tried. */
import type { Dyndns2Style } from './dyndns2.ts'

export type Dyndns2Preset = Dyndns2Style & { readonly name: string; readonly server: string }

export const dyndns2Presets = {
  strato: { name: 'STRATO', server: 'https://dyndns.strato.com/nic/update', families: 'list' },
  inwx: { name: 'INWX', server: 'https://dyndns.inwx.com/nic/update', families: { parameter: 'myipv6' } },
  ovh: { name: 'OVH', server: 'https://www.ovh.com/nic/update?system=dyndns', families: 'each' },
  'all-inkl': { name: 'All-Inkl', server: 'https://dyndns.kasserver.com/', families: { parameter: 'myip6' } },
  infomaniak: { name: 'Infomaniak', server: 'https://infomaniak.com/nic/update', families: 'each' },
  'do-de': { name: 'do.de', server: 'https://ddns.do.de/', families: 'each' },
  dynv6: { name: 'dynv6', server: 'https://dynv6.com/nic/update', families: 'each' },
  variomedia: { name: 'Variomedia', server: 'https://dyndns.variomedia.de/nic/update', families: 'list' },
} as const satisfies Readonly<Record<string, Dyndns2Preset>>
