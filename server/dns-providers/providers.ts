/** Every kind of provider, by the `type` of a domain. */
import { createCloudflare } from './cloudflare.ts'
import { createDesec } from './desec.ts'
import { createDyndns2 } from './dyndns2.ts'
import { dyndns2Presets } from './dyndns2-presets.ts'
import { createHetzner } from './hetzner.ts'
import { createIonos } from './ionos.ts'
import { powerdns } from './powerdns.ts'
import type { Provider } from './provider.ts'
import { rfc2136 } from './rfc2136.ts'

export type ProviderType = 'powerdns' | 'rfc2136' | 'dyndns2' | 'hetzner' | 'desec' | 'cloudflare' | 'ionos'
export type Dyndns2PresetName = keyof typeof dyndns2Presets

const providers: Readonly<Record<ProviderType, Provider>> = {
  powerdns,
  rfc2136,
  dyndns2: createDyndns2({ families: 'each' }),
  hetzner: createHetzner(),
  desec: createDesec(),
  cloudflare: createCloudflare(),
  ionos: createIonos(),
}

/** A preset of dyndns2 takes the place of the account's own server. */
export function providerOf(type: ProviderType, preset: Dyndns2PresetName | null = null): Provider {
  return type === 'dyndns2' && preset !== null ? createDyndns2(dyndns2Presets[preset]) : providers[type]
}
