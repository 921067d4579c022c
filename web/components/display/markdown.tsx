import { lazy, Suspense } from 'react'

export interface MarkdownProps {
  text: string
  /** Level of the highest heading in the text; lower headings follow. */
  headingLevel?: 2 | 3 | 4 | undefined
}

const MarkdownContent = lazy(async () => ({ default: (await import('./markdown-content.tsx')).MarkdownContent }))

/**
 * Markdown written by users. Does not render raw HTML or images; links may use http, https and mailto only. The parser
 * loads with the first text; until then the text shows as typed.
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
