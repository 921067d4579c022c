import { createHash } from 'node:crypto'

/** Hex. What the line of the audit log holds of a document (decision 0072). */
export function sha256Of(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
