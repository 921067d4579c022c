/**
 * Why there was no answer: the name is unknown; nobody answers, or the connection is closed; too slow; no trust;
 * blocked.
 */
export type OutgoingFailure = 'dns' | 'refused' | 'timeout' | 'tls' | 'blocked'

export class OutgoingError extends Error {
  readonly failure: OutgoingFailure

  constructor(failure: OutgoingFailure, cause?: unknown) {
    super(`The outgoing call failed: ${failure}.`, { cause })
    this.name = 'OutgoingError'
    this.failure = failure
  }
}

/** The failure for a connection error. */
export function failureOf(error: unknown): OutgoingFailure {
  if (error instanceof OutgoingError) return error.failure
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)) return 'timeout'
  // The second is the resolver's.
  if (code === 'ETIMEDOUT' || code === 'ETIMEOUT') return 'timeout'
  if (/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EBADNAME)/.test(code)) return 'dns'
  // Certificate errors have OpenSSL's codes (CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT …).
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|ERR_OSSL)/.test(code)
    ? 'tls'
    : 'refused'
}
