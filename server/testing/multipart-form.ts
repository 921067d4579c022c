/** Forms with files as browsers send them, and small files of each kind. */

export type FormPart = {
  readonly name: string
  /** A file when given, else a plain field. */
  readonly fileName?: string
  readonly content: Uint8Array | string
  /** The sender's media type; it is not trusted. */
  readonly type?: string
}

const boundary = 'form-7f3a91c05d'

/** Body and content type of a form; `send` of the test client accepts them unchanged. */
export function formBody(parts: readonly FormPart[]): { payload: Buffer; contentType: string } {
  const pieces = parts.flatMap(({ name, fileName, content, type = 'application/octet-stream' }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
        fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: ${type}`
      }\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

const fill = Buffer.alloc(24, 0x20)

/** The first bytes of each accepted type, followed by some content. */
export const sampleFiles = {
  pdf: Buffer.concat([Buffer.from('%PDF-1.7\n'), fill]),
  jpeg: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), fill]),
  png: Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), fill]),
  heic: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), fill]),
} as const

/** A PDF of exactly this size. */
export function pdfOf(sizeBytes: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n')], sizeBytes)
}
