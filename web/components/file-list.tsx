import { IconDownload, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import type { StoredFile } from '#contract/files.ts'
import type { ReceivedFile } from '#web/lib/api.ts'
import { formatBytes } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { commonTexts } from '#web/texts/common.ts'
import { showFailure } from './failure-toast.ts'
import { Spinner } from './spinner.tsx'

export interface FileListProps {
  files: readonly StoredFile[]
  label?: string | undefined
  /** Where a file is downloaded from. */
  hrefOf: (file: StoredFile) => string
  load: (file: StoredFile) => Promise<ReceivedFile>
  /** False in the view as a customer: the files are named, but not handed out. */
  canSave?: boolean | undefined
}

/** Files that belong to something, each a link that saves it. */
export function FileList({ files, label = texts.list, hrefOf, load, canSave = true }: FileListProps) {
  return (
    <>
      <ul aria-label={label} className="grid gap-2">
        {files.map(file => (
          <li key={file.id}>
            {canSave ? (
              <FileLink file={file} href={hrefOf(file)} load={() => load(file)} />
            ) : (
              <span className={rowClass}>
                <FileFacts file={file} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {canSave ? null : <p className="mt-2 text-small text-muted">{texts.notSavable}</p>}
    </>
  )
}

const texts = commonTexts.files
const rowClass =
  'flex min-h-11 items-center gap-3 rounded-box border border-hairline bg-surface px-3 py-2 text-ink no-underline'

/** The address is a real one, for a middle click; a plain click says what went wrong when something does. */
function FileLink({ file, href, load }: { file: StoredFile; href: string; load: () => Promise<ReceivedFile> }) {
  const [isLoading, setIsLoading] = useState(false)

  async function save(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (isLoading) return
    setIsLoading(true)
    await load().then(saveFile).catch(showFailure)
    setIsLoading(false)
  }
  return (
    <a
      href={href}
      download={file.name}
      aria-busy={isLoading || undefined}
      onClick={save}
      className={`${rowClass} transition-colors duration-150 hover:bg-sunken`}
    >
      <FileFacts file={file} />
      <span className="sr-only">{texts.save}</span>
      {isLoading ? <Spinner /> : <IconDownload aria-hidden="true" size={20} className="shrink-0 text-link" />}
    </a>
  )
}

function FileFacts({ file }: { file: StoredFile }) {
  const Icon = file.mediaType === 'application/pdf' ? IconFileTypePdf : IconPhoto
  return (
    <>
      <Icon aria-hidden="true" size={24} className="shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="block text-label [overflow-wrap:anywhere]">{file.name}</span>
        <span className="block text-small text-muted">
          {texts.types[file.mediaType]}, {formatBytes(file.sizeBytes)}
        </span>
      </span>
    </>
  )
}
