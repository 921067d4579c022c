export type DocumentErrorCode =
  /** The thread was killed, or its memory was used up. */
  | 'thread_ended'
  | 'too_slow'
  /** Rendering failed; the message states why. */
  | 'not_rendered'
  /** The process is ending. */
  | 'stopped'

/** Why there is no document. Nothing is left behind; asking again is safe. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DocumentError'
    this.code = code
  }
}
