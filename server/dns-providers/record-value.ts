import { isIPv4, isIPv6 } from 'node:net'
import type { RecordType } from './provider.ts'
import { ProviderError } from './provider-error.ts'

/** The one spelling of an address; throws `answer` for anything else, because only answers of others come here. */
export function canonicalAddress(type: RecordType, text: unknown): string {
  if (typeof text === 'string') {
    if (type === 'A' && isIPv4(text)) return text
    if (type === 'AAAA' && isIPv6(text) && !text.includes('%')) {
      return new URL(`http://[${text}]/`).hostname.slice(1, -1)
    }
  }
  throw new ProviderError('answer')
}
