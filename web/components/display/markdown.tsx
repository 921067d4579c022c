import { lazy, Suspense } from 'react'

export interface MarkdownProps {
  text: string
  /** Level of the highest heading in the text; lower ones follow. */
  headingLevel?: 2 | 3 | 4 | undefined
}

const MarkdownContent = lazy(async () => ({ default: (await import('./markdown-content.tsx')).MarkdownContent }))

/**
 * Text that people wrote in Markdown. Raw HTML and pictures are not rendered, links lead to http, https and mailto only.
 * The parser comes with the first text; until then the text stands as it was typed.
 */
export function Markdown({ text, headingLevel = 3 }: MarkdownProps) {
  return (
    <div className="markdown">
      <Suspense fallback={<p className="whitespace-pre-line">{text}</p>}>
        <MarkdownContent text={text} headingLevel={headingLevel} />
      </Suspense>
    </div>
  )
}
