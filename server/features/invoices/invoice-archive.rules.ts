import { createHash } from 'node:crypto'

/** Hex. The hash of a document in its line of the audit log (decision 0072). */
export function sha256Of(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
