import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { ZipWriter } from '@zip.js/zip.js'
import { exportKeptDays } from '#contract/limits.ts'
import { readMeText } from '#contract/texts/customer-exports.texts.ts'
import { dateTimeText, dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { inLateTransaction, inTransaction } from '#server/database/transaction.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { readSlotCsv } from '#server/features/energy/slot-csv.queries.ts'
import { readStoredFile } from '#server/files/read-stored-file.ts'
import { getSender } from '#server/mail/sender.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { newPartsKey, sealPart } from '#server/secrets/seal-parts.ts'
import { keyPlace } from './customer-export.commands.ts'
import type { ExportRow } from './customer-export.queries.ts'
import {
  type ExportedFile,
  type ExportedRows,
  filesOf,
  readCustomer,
  slotFilesOf,
} from './customer-export-archive.queries.ts'

/** Large enough for few statements, small enough to be read one at a time. */
const partBytes = 262_144
const progressEveryMs = 250

type Zip = ZipWriter<unknown>
type Asked = ExportRow & {
  readonly customerName: string
  readonly customerNumber: string
  readonly companyName: string
}

/**
 * Packs a waiting export, from its beginning: one interrupted by a dead process is started again. A fault is recorded
 * in the row, where its requester sees it and can ask again.
 */
export async function makeExport(runtime: Runtime, id: string): Promise<void> {
  const asked = await begin(runtime, id)
  if (asked === undefined) return
  try {
    const key = newPartsKey()
    const sizeBytes = await pack(runtime, asked, key)
    const now = runtime.clock.now()
    await change(runtime, id, {
      state: 'ready',
      size_bytes: sizeBytes,
      sealed_key: sealSecret(runtime.keys, keyPlace(id), key),
      expires_at: instantText(plusMs(now, exportKeptDays * dayMs)),
    })
  } catch (error) {
    runtime.log.error({ err: error, export: id }, 'an export could not be made')
    await runtime.db.deleteFrom('customer_export_part').where('export_id', '=', id).execute()
    await change(runtime, id, { state: 'failed' })
  }
}

async function begin(runtime: Runtime, id: string): Promise<Asked | undefined> {
  return inTransaction(runtime, async trx => {
    const row = await trx
      .updateTable('customer_export')
      .set({ state: 'running', steps_done: 0, steps_count: 0, updated_at: instantText(runtime.clock.now()) })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return undefined
    await trx.deleteFrom('customer_export_part').where('export_id', '=', id).execute()
    const customer = await trx
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', row.customer_id)
      .executeTakeFirstOrThrow()
    const { companyName } = await getSender(trx)
    return { ...row, customerName: displayNameOf(customer), customerNumber: customer.number, companyName }
  })
}

/** Returns the size of the ZIP file. */
async function pack(runtime: Runtime, asked: Asked, key: string): Promise<number> {
  const of = { customerId: asked.customer_id, userId: asked.of_user_id ?? undefined }
  const rows = await runtime.copies.snapshot(trx => readCustomer(trx, of))
  const files = filesOf(rows)
  const slotFiles = slotFilesOf(rows)
  const steps = createSteps(runtime, asked.id, rows.size + files.length + slotFiles.length + 1)
  // Used only here: it does not delay the start of the process.
  const { configure, ZipWriter, TextReader } = await import('@zip.js/zip.js')
  configure({ useWebWorkers: false })
  const store = createPartStore(runtime, asked.id, key)
  const zip = new ZipWriter(new WritableStream<Uint8Array>({ write: store.add }), { useUnicodeFileNames: true })
  for (const [noun, content] of rows) {
    await zip.add(`${noun}.json`, new TextReader(`${JSON.stringify(content, null, 2)}\n`))
    await steps.next()
  }
  const missing: string[] = []
  for (const file of files) {
    if (!(await addFile(runtime, zip, file))) missing.push(file.path)
    await steps.next()
  }
  for (const { site, month, path } of slotFiles) {
    await zip.add(path, new TextReader(await readSlotCsv(runtime.db, site, month)))
    await steps.next()
  }
  await zip.add('LIESMICH.txt', new TextReader(`\uFEFF${readMeOf(runtime, asked, rows, missing)}`))
  await steps.next()
  await zip.close()
  return store.end()
}

/**
 * False when the file was removed since its row was read. PDFs and pictures are compressed already: they are only
 * stored.
 */
async function addFile({ db }: Runtime, zip: Zip, { id, path, sizeBytes }: ExportedFile): Promise<boolean> {
  const isThere = await db.selectFrom('file').select('id').where('id', '=', id).executeTakeFirst()
  if (isThere === undefined) return false
  const chunks = readStoredFile(db, id, sizeBytes)
  const content = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  await zip.add(path, content, { level: 0 })
  return true
}

function readMeOf({ clock }: Runtime, asked: Asked, rows: ExportedRows, missing: readonly string[]): string {
  return readMeText({
    companyName: asked.companyName,
    customerName: asked.customerName,
    customerNumber: asked.customerNumber,
    madeAt: dateTimeText(clock.now()),
    counts: new Map([...rows].map(([noun, { length }]) => [noun, length])),
    isOfOneUser: asked.of_user_id !== null,
    missing,
  })
}

/** Not every step is a write; others run after each. */
function createSteps(runtime: Runtime, id: string, count: number) {
  let done = 0
  let writtenAtMs = Number.NEGATIVE_INFINITY
  return {
    async next() {
      done += 1
      await letOthersRun()
      if (done < count && performance.now() - writtenAtMs < progressEveryMs) return
      writtenAtMs = performance.now()
      const values = { steps_done: done, steps_count: count, updated_at: instantText(runtime.clock.now()) }
      await inLateTransaction(runtime, trx =>
        trx.updateTable('customer_export').set(values).where('id', '=', id).execute(),
      )
    },
  }
}

/** Collects bytes and stores them in parts of one size, encrypted; `end` returns their number. */
function createPartStore(runtime: Runtime, exportId: string, key: string) {
  let position = 0
  let size = 0
  let open: Buffer[] = []
  let openBytes = 0
  const store = async (plain: Uint8Array) => {
    const part = { export_id: exportId, position, content: sealPart(key, exportId, position, plain) }
    // Nobody reads a part before the export is ready, which waits for the disk.
    await inLateTransaction(runtime, trx => trx.insertInto('customer_export_part').values(part).execute())
    position += 1
    size += plain.length
    await letOthersRun()
  }
  return {
    add: async (bytes: Uint8Array) => {
      open.push(Buffer.from(bytes))
      openBytes += bytes.length
      if (openBytes < partBytes) return
      let joined = Buffer.concat(open)
      for (; joined.length >= partBytes; joined = joined.subarray(partBytes)) await store(joined.subarray(0, partBytes))
      open = [joined]
      openBytes = joined.length
    },
    end: async () => {
      if (openBytes > 0) await store(Buffer.concat(open))
      return size
    },
  }
}

async function change(
  { db, clock }: Runtime,
  id: string,
  values: Partial<Pick<ExportRow, 'state' | 'size_bytes' | 'sealed_key' | 'expires_at'>>,
): Promise<void> {
  await db
    .updateTable('customer_export')
    .set({ ...values, updated_at: instantText(clock.now()) })
    .where('id', '=', id)
    .execute()
}
