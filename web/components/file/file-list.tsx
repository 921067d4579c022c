import { IconDownload, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import type { StoredFile } from '#contract/files.ts'
import { iconButtonClass } from '#web/components/action/icon-button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { Spinner } from '#web/components/feedback/spinner.tsx'
import type { ReceivedFile } from '#web/lib/api/api-client.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { formatBytes } from '#web/lib/format/format.ts'
import { fileTexts } from '#web/texts/files.texts.ts'
import { FileName } from './file-name.tsx'
import { FilePreview } from './file-preview.tsx'

export interface FileListProps {
  files: readonly StoredFile[]
  label?: string | undefined
  /** The download address of a file. */
  hrefOf: (file: StoredFile) => string
  load: (file: StoredFile) => Promise<ReceivedFile>
  /** False during an impersonation: files are listed but cannot be downloaded. */
  canSave?: boolean | undefined
}

/** A list of files: the name opens a preview, the link next to it downloads the file. */
export function FileList({ files, label = texts.list, hrefOf, load, canSave = true }: FileListProps) {
  const [shown, setShown] = useState<StoredFile>()
  const [isOpen, setIsOpen] = useState(false)
  function show(file: StoredFile) {
    setShown(file)
    setIsOpen(true)
  }
  return (
    <>
      <ul aria-label={label} className="grid gap-2">
        {files.map(file => (
          <li key={file.id} className="flex min-h-11 rounded-box border border-hairline bg-surface text-ink">
            {canSave ? (
              <>
                <button
                  type="button"
                  data-paper=""
                  onClick={() => show(file)}
                  className={`${factsClass} rounded-l-box hover:bg-sunken`}
                >
                  <FileFacts file={file} />
                  <span className="sr-only">{texts.show}</span>
                </button>
                <SaveLink file={file} href={hrefOf(file)} load={() => load(file)} />
              </>
            ) : (
              <span className={factsClass}>
                <FileFacts file={file} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {canSave ? null : <p className="mt-2 text-small text-muted">{texts.notSavable}</p>}
      {shown ? (
        <FilePreview key={shown.id} name={shown.name} load={() => load(shown)} open={isOpen} onOpenChange={setIsOpen} />
      ) : null}
    </>
  )
}

const texts = fileTexts
const factsClass = 'flex min-w-0 grow items-center gap-3 px-3 py-2 text-left transition-colors duration-150'

/** A real address, for a middle click. A plain click downloads by script, which can show an error. */
function SaveLink({ file, href, load }: { file: StoredFile; href: string; load: () => Promise<ReceivedFile> }) {
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
      data-screen-only=""
      aria-label={texts.saveOf(file.name)}
      title={texts.saveOf(file.name)}
      aria-busy={isLoading || undefined}
      onClick={save}
      className={`${iconButtonClass()} h-auto! self-stretch text-link`}
    >
      {isLoading ? <Spinner /> : <IconDownload aria-hidden="true" />}
    </a>
  )
}

function FileFacts({ file }: { file: StoredFile }) {
  const Icon = file.mediaType === 'application/pdf' ? IconFileTypePdf : IconPhoto
  return (
    <>
      <Icon aria-hidden="true" size={24} className="shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="block text-label [overflow-wrap:anywhere]">
          <FileName name={file.name} />
        </span>
        <span className="block text-small text-muted">
          {texts.types[file.mediaType]}, {formatBytes(file.sizeBytes)}
        </span>
      </span>
    </>
  )
}
