import {
  IconCircleCheck,
  IconExclamationCircle,
  IconFileTypePdf,
  IconPhoto,
  IconReload,
  IconUpload,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StoredFile } from '#contract/files.ts'
import { IconButton } from '#web/components/action/icon-button.tsx'
import type { Upload } from '#web/lib/form/use-uploads.ts'
import { formatBytes } from '#web/lib/format/format.ts'
import { formatPercent } from '#web/lib/format/format-number.ts'
import { fileTexts } from '#web/texts/files.texts.ts'
import { validationText } from '#web/texts/form-validation.texts.ts'
import { FileName } from './file-name.tsx'

const texts = fileTexts

/** An uploaded file. */
export function StoredFileRow({ file, onRemove }: { file: StoredFile; onRemove: () => void }) {
  return (
    <Row
      icon={file.mediaType === 'application/pdf' ? <IconFileTypePdf /> : <IconPhoto />}
      name={file.name}
      actions={<IconButton size="small" label={texts.remove(file.name)} icon={<IconX />} onClick={onRemove} />}
    >
      <span>{formatBytes(file.sizeBytes)}</span>
      <span className="inline-flex items-center gap-1 text-green">
        <IconCircleCheck aria-hidden="true" size={16} />
        {texts.stored}
      </span>
    </Row>
  )
}

interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  onRemove: () => void
}

/** A file that is uploading or has failed to. */
export function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { name, sizeBytes, state, share, canRetry } = upload
  const hasFailed = state === 'failed'
  return (
    <Row
      icon={hasFailed ? <IconExclamationCircle /> : <IconUpload />}
      tone={hasFailed ? 'red' : 'muted'}
      name={name}
      bar={state === 'sending' ? <Bar label={name} share={share} /> : null}
      actions={
        <>
          {canRetry ? (
            <IconButton size="small" label={texts.retry(name)} icon={<IconReload />} onClick={onRetry} />
          ) : null}
          <IconButton
            size="small"
            label={hasFailed ? texts.remove(name) : texts.cancel(name)}
            icon={<IconX />}
            onClick={onRemove}
          />
        </>
      }
    >
      {hasFailed ? (
        <span className="font-medium text-red">{uploadFailure(upload)}</span>
      ) : (
        <>
          <span>{formatBytes(sizeBytes)}</span>
          <span className="tabular">{state === 'sending' ? texts.sending(formatPercent(share)) : texts.waiting}</span>
        </>
      )}
    </Row>
  )
}

/** The message for a failed upload. */
export function uploadFailure({ error }: Upload): string {
  return error === null ? texts.notSent : validationText(error)
}

interface RowProps {
  icon: ReactNode
  tone?: 'muted' | 'red'
  name: string
  /** Below the text. */
  bar?: ReactNode
  actions: ReactNode
  children: ReactNode
}

function Row({ icon, tone = 'muted', name, bar, actions, children }: RowProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-box border border-hairline bg-surface py-1.5 pr-1.5 pl-3">
      <span aria-hidden="true" className={`[&>svg]:size-6 ${tone === 'red' ? 'text-red' : 'text-muted'}`}>
        {icon}
      </span>
      <div className="min-w-0">
        <p className="text-label [overflow-wrap:anywhere]">
          <FileName name={name} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-small text-muted">{children}</p>
        {bar}
      </div>
      <div className="flex">{actions}</div>
    </li>
  )
}

function Bar({ label, share }: { label: string; share: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className="my-1 h-1.5 overflow-clip rounded-full bg-grey-tint"
    >
      <div data-graphic="" className="h-full origin-left bg-graphic" style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}
