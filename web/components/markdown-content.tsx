import ReactMarkdown, { type MarkdownToJSX } from 'markdown-to-jsx/react'
import type { ComponentProps, ReactNode } from 'react'
import { TextAnchor } from './text-link.tsx'

/** The parsed text. Use `Markdown`, which loads this. */
export function MarkdownContent({ text, headingLevel }: { text: string; headingLevel: 2 | 3 | 4 }) {
  return <ReactMarkdown options={optionsFor(text, headingLevel)}>{text}</ReactMarkdown>
}

function optionsFor(text: string, headingLevel: number): MarkdownToJSX.Options {
  const highest = Math.min(6, ...[...text.matchAll(/^ {0,3}(#{1,6})\s/gm)].map(match => (match[1] ?? '#').length))
  const headings = [1, 2, 3, 4, 5, 6].map(level => [`h${level}`, headingOf(headingLevel + level - highest)])
  return {
    disableParsingRawHTML: true,
    disableFrontmatter: true,
    forceBlock: true,
    forceWrapper: true,
    sanitizer: safeUrl,
    overrides: { ...Object.fromEntries(headings), a: ForeignLink, img: PictureText },
  }
}

function safeUrl(value: string): string | null {
  return /^(https?:\/\/|mailto:)/i.test(value) ? value : null
}

/** Without the id that the parser derives from the words: it could meet one of the page's own. */
function headingOf(level: number) {
  const Heading = `h${Math.min(Math.max(level, 2), 6) as 2 | 3 | 4 | 5 | 6}` as const
  return ({ children }: { children: ReactNode }) => <Heading>{children}</Heading>
}

function ForeignLink({ href, title, children }: ComponentProps<'a'>) {
  if (!href) return <>{children}</>
  return (
    <TextAnchor href={href} title={title} rel="noopener noreferrer nofollow">
      {children}
    </TextAnchor>
  )
}

/** A picture would load from a foreign place: only what it shows is told. */
function PictureText({ alt }: { alt?: string }) {
  return alt ? <em>{alt}</em> : null
}
