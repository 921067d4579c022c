/** The logo as stored: for the site, for mails, for documents. */
import { type Logo, type LogoMediaType, logos } from '#contract/logo.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'

export type StoredLogo = Logo & { readonly content: Uint8Array; readonly printable: PrintableLogo | undefined }

/** What mails and documents show: the logo itself, or the raster of an SVG. */
export type PrintableLogo = {
  readonly mediaType: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
  readonly sha256: string
  readonly content: Uint8Array
}

/** The logo with its bytes; undefined where the business has none. */
export async function getLogo(connection: Connection): Promise<StoredLogo | undefined> {
  const [row] = await selectContent(connection, {})
  return row && { ...toLogo(row), content: row.content, printable: toPrintable(row) }
}

/** The logo without its bytes. */
export async function findLogo(connection: Connection): Promise<Logo | null> {
  const [row] = await selectLogo(connection, {})
  return row ? toLogo(row) : null
}

const logoColumns = ['media_type', 'width', 'height', 'sha256', 'raster_sha256'] as const
const selectLogo = prepared<Record<never, never>>()(db => db.selectFrom('business_logo').select(logoColumns))
const selectContent = prepared<Record<never, never>>()(db =>
  db.selectFrom('business_logo').select([...logoColumns, 'content', 'raster_width', 'raster_height', 'raster_content']),
)

type LogoRow = {
  media_type: LogoMediaType
  width: number
  height: number
  sha256: string
  raster_sha256: string | null
}

/** The logo in the public profile. */
export function toLogo({ media_type, width, height, sha256, raster_sha256 }: LogoRow): Logo {
  const path = logos.picture.path.replace('{sha256}', sha256)
  const isPrintable = media_type !== 'image/svg+xml' || raster_sha256 !== null
  return { path, sha256, mediaType: media_type, width, height, isPrintable }
}

type ContentRow = LogoRow & {
  content: Uint8Array
  raster_width: number | null
  raster_height: number | null
  raster_content: Uint8Array | null
}

function toPrintable(row: ContentRow): PrintableLogo | undefined {
  const { media_type, width, height, sha256, content } = row
  if (media_type !== 'image/svg+xml') return { mediaType: media_type, width, height, sha256, content }
  const { raster_width, raster_height, raster_sha256, raster_content } = row
  if (raster_width === null || raster_height === null || raster_sha256 === null || raster_content === null) return
  return {
    mediaType: 'image/png',
    width: raster_width,
    height: raster_height,
    sha256: raster_sha256,
    content: raster_content,
  }
}
