/** The logo as stored: for the site, for mails, for documents. */
import { type Logo, type LogoMediaType, logos } from '#contract/logo.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'

export type StoredLogo = Logo & { readonly content: Uint8Array }

/** The logo with its bytes; undefined where the business has none. */
export async function getLogo(connection: Connection): Promise<StoredLogo | undefined> {
  const [row] = await selectContent(connection, {})
  return row && { ...toLogo(row), content: row.content }
}

/** The logo without its bytes. */
export async function findLogo(connection: Connection): Promise<Logo | null> {
  const [row] = await selectLogo(connection, {})
  return row ? toLogo(row) : null
}

const selectLogo = prepared<Record<never, never>>()(db =>
  db.selectFrom('business_logo').select(['media_type', 'width', 'height', 'sha256']),
)
const selectContent = prepared<Record<never, never>>()(db =>
  db.selectFrom('business_logo').select(['media_type', 'width', 'height', 'sha256', 'content']),
)

type LogoRow = { media_type: LogoMediaType; width: number; height: number; sha256: string }

/** The logo in the public profile. */
export function toLogo({ media_type, width, height, sha256 }: LogoRow): Logo {
  const path = logos.picture.path.replace('{sha256}', sha256)
  return { path, sha256, mediaType: media_type, width, height }
}
