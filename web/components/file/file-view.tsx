import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { Spinner } from '#web/components/feedback/spinner.tsx'
import type { ReceivedFile } from '#web/lib/api/api-client.ts'
import { formatPercent } from '#web/lib/format/format-number.ts'
import { fileTexts } from '#web/texts/files.texts.ts'

/** Why a file has no preview: the browser does not support its type, or a PDF requires a password. */
export type ViewFailure = 'unreadable' | 'locked'

export interface ShownFile {
  name: string
  content: Blob
  /** The scale; the frame is already as wide. */
  zoom: number
  /** A document passes its number of pages. */
  onReady: (pagesCount?: number) => void
  onFailure: (failure: ViewFailure) => void
}

interface FileViewProps {
  name: string
  load: () => Promise<ReceivedFile>
  onLoaded: (file: ReceivedFile) => void
}

/** A picture or the pages of a PDF, with zoom, scrolling in a frame of their own. */
export function FileView({ name, load, onLoaded }: FileViewProps) {
  const [shown, setShown] = useState<{ file: ReceivedFile; View: ComponentType<ShownFile> }>()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'loading' | 'ready' | 'failed' | ViewFailure>('loading')
  const [zoom, setZoom] = useState(0)
  const [pagesCount, setPagesCount] = useState<number>()
  const latest = useRef({ load, onLoaded })
  latest.current = { load, onLoaded }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    let isGone = false
    setState('loading')
    const open = async () => {
      const file = await latest.current.load()
      if (!isGone) latest.current.onLoaded(file)
      const View = await viewOf(file)
      if (!isGone) setShown({ file, View })
    }
    open().catch(() => {
      if (!isGone) setState('failed')
    })
    return () => {
      isGone = true
    }
  }, [attempt])

  if (state === 'failed') return <ErrorState text={texts.failed} onRetry={() => setAttempt(attempt + 1)} />
  if (state === 'unreadable' || state === 'locked') return <Notice kind="info">{texts[state]}</Notice>
  return (
    <div className="file-view grid gap-3">
      <fieldset aria-label={texts.zoom} className="flex items-center gap-1">
        <IconButton
          label={texts.smaller}
          icon={<IconZoomOut />}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        />
        <IconButton
          label={texts.larger}
          icon={<IconZoomIn />}
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
        <p role="status" className="ml-2 text-small text-muted">
          {state === 'loading' ? texts.loading : texts.shown(formatPercent(zooms[zoom] ?? 1), pagesCount)}
        </p>
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <section aria-label={name} tabIndex={0} className="h-[60dvh] overflow-auto rounded-box bg-sunken p-2">
        {state === 'loading' ? (
          <p className="grid h-full place-items-center">
            <Spinner className="size-8" />
          </p>
        ) : null}
        <div style={{ width: `${(zooms[zoom] ?? 1) * 100}%` }}>
          {shown ? (
            <shown.View
              name={name}
              content={shown.file.content}
              zoom={zoom}
              onReady={count => {
                setPagesCount(count)
                setState('ready')
              }}
              onFailure={setState}
            />
          ) : null}
        </div>
      </section>
    </div>
  )
}

const texts = fileTexts.preview
/** Of the frame's width. */
const zooms = [1, 1.5, 2, 3]

/** Loads the PDF viewer on first use. If that fails, only the preview fails, not the page. */
async function viewOf({ content }: ReceivedFile): Promise<ComponentType<ShownFile>> {
  return content.type === 'application/pdf' ? (await import('./pdf-pages.tsx')).PdfPages : Picture
}

/** Fits into the frame as a whole: most photos of a phone are upright. */
function Picture({ name, content, zoom, onReady, onFailure }: ShownFile) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return url ? (
    <img
      src={url}
      alt={name}
      onLoad={() => onReady()}
      onError={() => onFailure('unreadable')}
      className="w-full object-contain"
      style={{ height: `calc((60dvh - 1rem) * ${zooms[zoom] ?? 1})` }}
    />
  ) : null
}
