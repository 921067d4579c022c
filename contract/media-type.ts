/**
 * The type of a file, from its first bytes alone: name and sent type are up to the sender. The server decides by it;
 * the browser warns before a useless upload.
 */
import type { FileMediaType } from './files.ts'

/** This many bytes from the beginning are enough. */
export const signatureBytes = 4_096

const signatures: readonly { readonly type: FileMediaType; readonly bytes: readonly number[] }[] = [
  // %PDF- (ISO 32000-1, 7.5.2)
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  // Start of image and the marker that follows (ISO/IEC 10918-1, B.2.1)
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  // PNG (ISO/IEC 15948, 5.2)
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
]

/** Brands of pictures coded with HEVC (ISO/IEC 23008-12, annex B); `mif1` alone may also be AVIF. */
const heicBrands: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])

/** The type, or undefined for types that are not accepted. */
export function mediaTypeOf(start: Uint8Array): FileMediaType | undefined {
  const found = signatures.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte))
  return found?.type ?? (isHeic(start.subarray(0, signatureBytes)) ? 'image/heic' : undefined)
}

/** The file type box comes first (ISO/IEC 14496-12, 4.3): its length, `ftyp`, main brand, version, other brands. */
function isHeic(start: Uint8Array): boolean {
  if (start.length < 16 || wordAt(start, 4) !== 'ftyp') return false
  const boxBytes = new DataView(start.buffer, start.byteOffset).getUint32(0)
  const end = Math.min(boxBytes, start.length)
  const others = Array.from({ length: Math.max(0, Math.floor((end - 16) / 4)) }, (_, index) => 16 + index * 4)
  return [8, ...others].some(at => heicBrands.has(wordAt(start, at)))
}

function wordAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
