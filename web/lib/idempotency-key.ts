import { useState } from 'react'

/**
 * One key per form: sent again after a failure it makes the server do the work once. Renew it after a success, so that
 * the next submit of the same form is a new one.
 */
export function useIdempotencyKey(): { key: string; renew: () => void } {
  const [key, setKey] = useState(createIdempotencyKey)
  return { key, renew: () => setKey(createIdempotencyKey()) }
}

/** 128 random bits in hexadecimal. `crypto.randomUUID` is missing on plain-http hosts of a local network. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
