/** A backup counts once it was restored and matches the copied data. */
import { isDeepStrictEqual } from 'node:util'
import { findAuditHead, verifyAudit } from '#server/audit/verify-audit.ts'
import type { Connection, Runtime } from '#server/context.ts'
import type { CopyTrials, RevivedCopy } from '#server/database/copies/copies.ts'
import { readContents } from '#server/database/copies/database-contents.ts'
import { type Engine, hasTable } from '#server/database/engine.ts'
import { sampleSecrets } from '#server/secrets/readable-secrets.ts'
import { BackupError } from './backup-error.ts'
import { withScratchFile } from './backup-folder.ts'
import { type BackupHeader, unsealCopy } from './sealed-file.ts'

type Own = { readonly copies: CopyTrials } & Pick<Runtime, 'keys' | 'engine'>
type Expected = Pick<BackupHeader, 'schema' | 'rows' | 'auditHead'>

/** Restores it into a scratch place and compares. Throws BackupError or CopyError for one that does not count. */
export async function proveBackup(own: Own, file: string, folder: string): Promise<BackupHeader> {
  return withScratchFile(folder, async copy => {
    const header = await unsealCopy(own.keys, file, copy)
    demandEngine(own, header.engine)
    await proveCopy(own, copy, header)
    return header
  })
}

/** A copy works only with its own engine. Throws BackupError. */
export function demandEngine({ engine }: Pick<Own, 'engine'>, of: BackupHeader['engine']): void {
  if (of !== engine) throw new BackupError('different', `The backup is one of ${of}, and the portal runs on ${engine}`)
}

/** The same for a copy that is not sealed; without `expected` it is only checked for consistency. */
export async function proveCopy(
  { copies, keys }: Own,
  copy: string,
  expected: Expected | undefined,
  /** Further checks. */
  look: (revived: RevivedCopy) => Promise<void> = async () => {},
): Promise<void> {
  await copies.tryOut(copy, async revived => {
    if (revived.damage.length > 0) throw new BackupError('damaged', `The copy is damaged: ${revived.damage.join(' ')}`)
    const found = await readWhatCounts(revived.db, revived.engine)
    if (expected) compare(expected, found)
    await checkAudit(revived)
    if ((await sampleSecrets({ db: revived.db, keys })) === 'unreadable') {
      throw new BackupError('secret_unreadable', 'No secret in the copy can be read with the keys file')
    }
    await look(revived)
  })
}

/** The header's claims about a copy, compared with the restored data. */
export async function readWhatCounts(db: Connection, engine: Engine): Promise<Expected> {
  const { schema, rows } = await readContents(db, engine)
  return { schema, rows, auditHead: 'audit_entry' in rows ? await findAuditHead(db) : null }
}

function compare(expected: Expected, found: Expected): void {
  if (found.schema !== expected.schema) {
    throw new BackupError('different', `The copy ends with the migration ${found.schema} instead of ${expected.schema}`)
  }
  const tables = new Set([...Object.keys(expected.rows), ...Object.keys(found.rows)])
  const wrong = [...tables].filter(table => expected.rows[table] !== found.rows[table])
  if (wrong.length > 0) {
    throw new BackupError('different', `The copy holds other numbers of rows than the database: ${wrong.join(', ')}`)
  }
  if (!isDeepStrictEqual(found.auditHead, expected.auditHead)) {
    throw new BackupError('different', 'The audit log of the copy ends with another line than that of the database')
  }
}

async function checkAudit({ db, engine }: RevivedCopy): Promise<void> {
  if (!(await hasTable(db, engine, 'audit_entry'))) return
  const { ok, brokenAtSeq } = await verifyAudit(db)
  if (!ok) throw new BackupError('audit_broken', `The audit log in the copy is broken at line ${brokenAtSeq}`)
}
