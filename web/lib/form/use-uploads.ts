/** Uploads: validated, sent two at a time, each with its own progress, cancel and retry. */
import { useEffect, useRef, useState } from 'react'
import { files as fileEndpoints, type StoredFile } from '#contract/files.ts'
import { fileBytesMax } from '#contract/limits.ts'
import { mediaTypeOf, signatureBytes } from '#contract/media-type.ts'
import type { ValidationCode } from '#contract/validation.ts'
import { call } from '#web/lib/api/api-client.ts'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { createIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { fileTexts } from '#web/texts/files.texts.ts'

export type Upload = {
  readonly key: string
  readonly name: string
  readonly sizeBytes: number
  readonly state: 'waiting' | 'sending' | 'failed'
  /** Uploaded share, from 0 to 1. */
  readonly share: number
  /** For a failed upload: a validation key, a sentence of the server, or null without an answer. */
  readonly error: string | null
  /** True if a retry may help. */
  readonly canRetry: boolean
}

type Job = { readonly file: File; readonly idempotencyKey: string; readonly leaving: AbortController }

const atOnceMax = 2

/** `onStored` receives each stored file, which then leaves the list of uploads. */
export function useUploads(onStored: (file: StoredFile) => void) {
  const { uploads, latest, update, idle } = useUploadList()
  const latestOnStored = useRef(onStored)
  latestOnStored.current = onStored
  const jobs = useRef(new Map<string, Job>())

  // Cancels the uploads of a closed form.
  useEffect(() => {
    const open = jobs.current
    return () => {
      for (const { leaving } of open.values()) leaving.abort()
    }
  }, [])

  function set(key: string, change: Partial<Upload>): void {
    update(all => all.map(upload => (upload.key === key ? { ...upload, ...change } : upload)))
  }
  function drop(key: string): void {
    jobs.current.delete(key)
    update(all => all.filter(upload => upload.key !== key))
  }

  function startNext(): void {
    const running = latest.current.filter(({ state }) => state === 'sending').length
    const waiting = latest.current.filter(({ state }) => state === 'waiting')
    for (const { key } of waiting.slice(0, atOnceMax - running)) void send(key)
  }

  async function send(key: string): Promise<void> {
    const job = jobs.current.get(key)
    if (job === undefined) return
    set(key, { state: 'sending', share: 0, error: null })
    try {
      const refusal = await refusalOf(job.file)
      if (refusal) set(key, { state: 'failed', error: refusal, canRetry: false })
      else {
        latestOnStored.current(await sendFile(job, share => set(key, { share })))
        drop(key)
      }
    } catch (error) {
      if (job.leaving.signal.aborted) drop(key)
      else set(key, { state: 'failed', ...failureOf(error) })
    }
    startNext()
  }

  return {
    uploads,
    add(added: readonly File[]): void {
      const started = added.map(file => {
        const key = createIdempotencyKey()
        jobs.current.set(key, { file, idempotencyKey: key, leaving: new AbortController() })
        return { key, name: file.name, sizeBytes: file.size, ...unsent }
      })
      update(all => [...all, ...started])
      startNext()
    },
    retry(key: string): void {
      set(key, unsent)
      startNext()
    },
    /** Cancels a pending upload, or dismisses a failed one. */
    remove(key: string): void {
      jobs.current.get(key)?.leaving.abort()
      drop(key)
      startNext()
    },
    /** Resolves when no upload is pending: true if none failed. */
    async settle(): Promise<boolean> {
      await idle()
      return latest.current.length === 0
    },
  }
}

/** The list of uploads. Waiting callers read it too, so `latest` is updated before the next render. */
function useUploadList() {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const latest = useRef(uploads)
  const waiting = useRef<(() => void)[]>([])
  const isBusy = () => latest.current.some(({ state }) => state !== 'failed')

  return {
    uploads,
    latest,
    update(change: (uploads: readonly Upload[]) => readonly Upload[]): void {
      latest.current = change(latest.current)
      setUploads(latest.current)
      if (!isBusy()) for (const resolve of waiting.current.splice(0)) resolve()
    },
    /** Resolves when no upload is pending. */
    async idle(): Promise<void> {
      if (isBusy()) await new Promise<void>(resolve => waiting.current.push(resolve))
    },
  }
}

const unsent = { state: 'waiting', share: 0, error: null, canRetry: false } as const

function sendFile({ file, idempotencyKey, leaving }: Job, onProgress: (share: number) => void): Promise<StoredFile> {
  return call(fileEndpoints.create, { file, idempotencyKey, signal: leaving.signal, silent: true, onProgress })
}

/** Predicts the server's refusal without uploading the file. An unreadable file was deleted after it was chosen. */
async function refusalOf(file: File): Promise<ValidationCode | undefined> {
  if (file.size === 0) return 'file.empty'
  if (file.size > fileBytesMax) return 'file.too_large'
  const start = new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer())
  return mediaTypeOf(start) ? undefined : 'file.type'
}

function failureOf(error: unknown): Pick<Upload, 'error' | 'canRetry'> {
  if (!(error instanceof ProblemError)) return { error: null, canRetry: true }
  // The server's sentence advises another try, which has just failed.
  if (error.code === 'csrf_failed') return { error: fileTexts.securityCheckFailed, canRetry: false }
  const [field] = error.errors
  return { error: field?.message ?? error.title, canRetry: field === undefined }
}
