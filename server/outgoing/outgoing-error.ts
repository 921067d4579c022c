/** Why no answer came: the name is not known; nobody answers, or hangs up; not in time; no trust; not to be called. */
export type OutgoingFailure = 'dns' | 'refused' | 'timeout' | 'tls' | 'blocked'

export class OutgoingError extends Error {
  readonly failure: OutgoingFailure

  constructor(failure: OutgoingFailure, cause?: unknown) {
    super(`The outgoing call failed: ${failure}.`, { cause })
    this.name = 'OutgoingError'
    this.failure = failure
  }
}

/** The failure that an error of a connection stands for. */
export function failureOf(error: unknown): OutgoingFailure {
  if (error instanceof OutgoingError) return error.failure
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)) return 'timeout'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EBADNAME)/.test(code)) return 'dns'
  // Certificates are refused with the words of OpenSSL (CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT …).
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|ERR_OSSL)/.test(code)
    ? 'tls'
    : 'refused'
}
