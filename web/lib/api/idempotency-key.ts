import { useState } from 'react'
import { ProblemError } from './api-error.ts'

/**
 * One key per form: a retry after a failure makes the server do the work once. Renew it after a success, so that the
 * next submit counts as a new one.
 */
export function useIdempotencyKey(): { key: string; renew: () => void; renewAfterRefusal: (error: unknown) => void } {
  const [key, setKey] = useState(createIdempotencyKey)
  const renew = () => setKey(createIdempotencyKey())
  return {
    key,
    renew,
    /**
     * The server remembers refusals: a corrected retry is a new request. Without an answer, or while the first request
     * still runs, the key stays.
     */
    renewAfterRefusal: error => {
      if (error instanceof ProblemError && error.code !== 'idempotency.in_progress') renew()
    },
  }
}

/** 128 random bits in hexadecimal. `crypto.randomUUID` is missing on plain-http hosts of a local network. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
