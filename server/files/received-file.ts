/** A file in memory on its way into the database. */

/** Files are kept and sent in parts of this size, so that nobody holds a whole one who only passes it on. */
export const chunkBytes = 262_144

export type ReceivedFile = {
  /** As the sender calls it; not cleaned. */
  readonly name: string
  /** Parts of `chunkBytes`, the last one shorter; empty when more came than a file may have. */
  readonly chunks: readonly Uint8Array[]
  readonly sizeBytes: number
  /** Hex. */
  readonly sha256: string
  /** More than `fileBytesMax` came; the rest was not kept. */
  readonly isTooLarge: boolean
}
