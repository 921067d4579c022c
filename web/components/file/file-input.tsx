import { IconCamera, IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { FileMediaType, StoredFile } from '#contract/files.ts'
import { Button } from '#web/components/action/button.tsx'
import { classNames } from '#web/components/display/class-names.ts'
import { FieldError } from '#web/components/form/field.tsx'
import type { FileField } from '#web/lib/form/use-file-field.ts'
import type { Upload } from '#web/lib/form/use-uploads.ts'
import { fileTexts } from '#web/texts/files.texts.ts'
import { FileChooser } from './file-chooser.tsx'
import { StoredFileRow, UploadRow, uploadFailure } from './file-row.tsx'

export interface FileInputProps {
  field: FileField
  label: string
  hint?: ReactNode
  /** False for a single file. */
  multiple?: boolean | undefined
  /** Types offered by the file chooser; the server checks the content. */
  mediaTypes?: readonly FileMediaType[] | undefined
}

/** Adds files by choosing, taking a photo, dropping or pasting, each with progress, cancel, retry and its own error. */
export function FileInput({ field, label, hint = texts.hint, multiple = true, mediaTypes = allTypes }: FileInputProps) {
  const id = useId()
  const frame = useRef<HTMLFieldSetElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const { field: bound, fieldState } = useController({ control: field.control, name: field.name })
  const stored: readonly StoredFile[] = bound.value ?? []
  const { uploads, add, retry, remove } = field.uploads
  const count = stored.length + uploads.length
  const isFull = !multiple && count > 0

  const take = (files: readonly File[]) => add(multiple ? files : files.slice(0, 1 - count))
  const isOver = useFileDrop(frame, take)
  /** Removing the focused button would lose the focus. */
  const forget = (act: () => void) => {
    act()
    button.current?.focus()
  }
  const error = fieldState.error?.message
  const describedBy = classNames(error && `${id}-error`, `${id}-hint`)

  return (
    <fieldset ref={frame} className="grid min-w-0 content-start gap-1.5">
      <legend className="mb-1.5 text-label font-medium">{label}</legend>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-dashed p-3',
          isOver ? 'border-link bg-sunken' : error ? 'border-red' : 'border-field-border',
        )}
      >
        <Button
          ref={element => {
            button.current = element
            bound.ref(element && { focus: () => element.focus() })
          }}
          size="small"
          icon={<IconPaperclip />}
          aria-describedby={describedBy}
          aria-disabled={isFull || undefined}
          onClick={() => (isFull ? undefined : chooser.current?.click())}
        >
          {multiple ? texts.choose : texts.chooseOne}
        </Button>
        {mediaTypes.includes('image/jpeg') ? (
          // Offers the camera on touch devices only.
          <span className="hidden pointer-coarse:contents">
            <Button size="small" icon={<IconCamera />} onClick={() => camera.current?.click()}>
              {texts.photograph}
            </Button>
          </span>
        ) : null}
        <p className="text-small text-muted pointer-coarse:hidden">{texts.dropHint}</p>
      </div>
      <FileChooser
        input={chooser}
        multiple={multiple}
        accept={mediaTypes.flatMap(type => accepted[type])}
        onTake={take}
      />
      <FileChooser input={camera} accept={['image/*']} capture="environment" onTake={take} />
      {error ? <FieldError id={`${id}-error`} error={error} /> : null}
      <p id={`${id}-hint`} className="text-small text-muted">
        {hint}
      </p>
      {count > 0 ? (
        <FileRows
          stored={stored}
          uploads={uploads}
          onRemove={file => forget(() => field.remove(file))}
          onRetryUpload={key => forget(() => retry(key))}
          onRemoveUpload={key => forget(() => remove(key))}
        />
      ) : null}
      <p role="status" className="sr-only">
        {useAnnouncement(stored, uploads)}
      </p>
    </fieldset>
  )
}

const texts = fileTexts

interface FileRowsProps {
  stored: readonly StoredFile[]
  uploads: readonly Upload[]
  onRemove: (file: StoredFile) => void
  onRetryUpload: (key: string) => void
  onRemoveUpload: (key: string) => void
}

function FileRows({ stored, uploads, onRemove, onRetryUpload, onRemoveUpload }: FileRowsProps) {
  return (
    <ul aria-label={texts.list} className="mt-1 grid gap-2">
      {stored.map(file => (
        <StoredFileRow key={file.id} file={file} onRemove={() => onRemove(file)} />
      ))}
      {uploads.map(upload => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onRetry={() => onRetryUpload(upload.key)}
          onRemove={() => onRemoveUpload(upload.key)}
        />
      ))}
    </ul>
  )
}

/** File extensions in addition to media types: not every system maps HEIC to its type. */
const accepted: Readonly<Record<FileMediaType, readonly string[]>> = {
  'application/pdf': ['application/pdf', '.pdf'],
  'image/jpeg': ['image/jpeg', '.jpg', '.jpeg'],
  'image/png': ['image/png', '.png'],
  'image/heic': ['image/heic', 'image/heif', '.heic', '.heif'],
}
// The keys of a literal object are exactly those of its type.
const allTypes = Object.keys(accepted) as FileMediaType[]

/** Accepts files dropped on the field or pasted anywhere in its form. True while a file is dragged over the field. */
function useFileDrop(frame: RefObject<HTMLElement | null>, take: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const takeFrom = useEffectEvent((event: Event, from: DataTransfer | null) => {
    const files = [...(from?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    take(files)
  })

  useEffect(() => {
    const isOnField = (event: Event) => event.target instanceof Node && frame.current?.contains(event.target) === true
    const holdOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // A file dropped next to the field would replace the page and lose the input.
      event.preventDefault()
      event.dataTransfer.dropEffect = isOnField(event) ? 'copy' : 'none'
      setIsOver(isOnField(event))
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (isOnField(event)) takeFrom(event, event.dataTransfer)
      else if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const paste = (event: ClipboardEvent) => {
      const isOwnForm = event.target instanceof Node && frame.current?.closest('form')?.contains(event.target) === true
      if (isOwnForm) takeFrom(event, event.clipboardData)
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragover', holdOver, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('dragleave', leave, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => listening.abort()
  }, [frame])
  return isOver
}

/** A sentence about the changes since the last render, for screen readers. */
function useAnnouncement(stored: readonly StoredFile[], uploads: readonly Upload[]): string {
  const [news, setNews] = useState('')
  const known = useRef({ ids: stored.map(({ id }) => id), failed: new Set<string>() })

  useEffect(() => {
    const arrived = stored.filter(({ id }) => !known.current.ids.includes(id))
    const failed = uploads.filter(({ key, state }) => state === 'failed' && !known.current.failed.has(key))
    known.current = {
      ids: stored.map(({ id }) => id),
      failed: new Set(uploads.filter(({ state }) => state === 'failed').map(({ key }) => key)),
    }
    const sentences = [
      ...arrived.map(({ name }) => texts.announceStored(name)),
      ...failed.map(upload => texts.announceFailed(upload.name, uploadFailure(upload))),
    ]
    if (sentences.length > 0) setNews(sentences.join(' '))
  }, [stored, uploads])
  return news
}
