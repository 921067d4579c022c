import { useEffect, useRef, useState } from 'react'
import { WhenNear } from '#web/components/feedback/when-near.tsx'
import { drawPage, openPdf, type PdfPage, pageRatio, shownPagesMax, textOf } from '#web/lib/browser/pdf-document.ts'
import { fileTexts } from '#web/texts/files.texts.ts'
import type { ShownFile } from './file-view.tsx'

type Opened = { pages: readonly PdfPage[]; pagesCount: number }

/**
 * All pages of a PDF. Parses it once; draws distant pages when they are scrolled near, and all again after a change of
 * zoom.
 */
export function PdfPages({ name, content, zoom, onReady, onFailure }: ShownFile) {
  const [opened, setOpened] = useState<Opened>()
  const latest = useRef({ onReady, onFailure })
  latest.current = { onReady, onFailure }
  useEffect(() => {
    let close: (() => void) | undefined
    let isGone = false
    openPdf(content).then(
      pdf => {
        close = pdf.close
        if (isGone) return pdf.close()
        setOpened(pdf)
        latest.current.onReady(pdf.pagesCount)
      },
      (error: unknown) => {
        const isLocked = error instanceof Error && error.name === 'PasswordException'
        if (!isGone) latest.current.onFailure(isLocked ? 'locked' : 'unreadable')
      },
    )
    return () => {
      isGone = true
      close?.()
    }
  }, [content])

  if (!opened) return null
  const { pages, pagesCount } = opened
  return (
    <>
      <ol className="grid gap-3" aria-label={name}>
        {pages.map((page, index) => (
          <li key={page.pageNumber} style={{ aspectRatio: String(pageRatio(page)) }} className="bg-plate">
            <WhenNear className="size-full">
              <Page key={zoom} page={page} label={texts.page(index + 1, pagesCount)} />
            </WhenNear>
          </li>
        ))}
      </ol>
      {pagesCount > shownPagesMax ? <p className="mt-3 text-muted">{texts.morePages(pagesCount)}</p> : null}
    </>
  )
}

const texts = fileTexts.preview

function Page({ page, label }: { page: PdfPage; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (!canvas.current) return
    const drawing = drawPage(page, canvas.current)
    // A page that cannot be drawn stays white; the file can still be downloaded.
    drawing.done.catch(() => undefined)
    textOf(page).then(setWords, () => undefined)
    return drawing.cancel
  }, [page])
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={label} className="block w-full" />
      <p className="sr-only">{words}</p>
    </>
  )
}
