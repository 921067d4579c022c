/** A file in memory on its way into the database. */

/** Files are stored and sent in parts of this size: nothing that only passes a file on holds all of it. */
export const chunkBytes = 262_144

export type ReceivedFile = {
  /** The sender's name; not cleaned. */
  readonly name: string
  /** Parts of `chunkBytes`, the last one shorter; empty when the file was too large. */
  readonly chunks: readonly Uint8Array[]
  readonly sizeBytes: number
  /** Hex. */
  readonly sha256: string
  /** More than `fileBytesMax` arrived; the rest was discarded. */
  readonly isTooLarge: boolean
}
