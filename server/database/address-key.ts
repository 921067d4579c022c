/** The identity of an e-mail address: two addresses are the same when mail to them goes to the same place. */
import { domainToASCII } from 'node:url'

/** A domain with umlauts in the form that every mail server knows (RFC 5890). Mail goes to this address. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  const domain = address.slice(at + 1)
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`
}

/**
 * The form for comparing and finding addresses, for nothing else. Unlike a name's, it keeps ß apart from ss: those are
 * different domains with different owners.
 */
export function addressKey(address: string): string {
  return asciiAddress(address.normalize('NFC').toLowerCase())
}
