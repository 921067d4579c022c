import './markdown.css'
import ReactMarkdown, { type MarkdownToJSX, RuleType } from 'markdown-to-jsx/react'
import type { ComponentProps, ReactNode } from 'react'
import { TextAnchor, TextLink } from '#web/components/navigation/text-link.tsx'
import { ownPath } from '#web/lib/session/own-path.ts'
import { unbroken } from './unbroken.tsx'

/** The parsed text. Use `Markdown`, which loads this. */
export function MarkdownContent({ text, headingLevel }: { text: string; headingLevel: 2 | 3 | 4 }) {
  return <ReactMarkdown options={optionsFor(text, headingLevel)}>{text.replace(deepNesting, '$1')}</ReactMarkdown>
}

/** Quotes and lists deeper than eight in one line: nobody reads them, and thousands would bring the browser down. */
const deepNesting =
  /^((?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?:[ \t]+\[[ xX]\])?){8})(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?:[ \t]+\[[ xX]\])?)+/gm

function optionsFor(text: string, headingLevel: number): MarkdownToJSX.Options {
  const highest = Math.min(6, ...[...text.matchAll(/^ {0,3}(#{1,6})\s/gm)].map(match => (match[1] ?? '#').length))
  const headings = [1, 2, 3, 4, 5, 6].map(level => [`h${level}`, headingOf(headingLevel + level - highest)])
  return {
    disableParsingRawHTML: true,
    disableFrontmatter: true,
    forceBlock: true,
    forceWrapper: true,
    sanitizer: safeUrl,
    renderRule: (next, node) => (node.type === RuleType.text ? unbroken(node.text) : next()),
    overrides: { ...Object.fromEntries(headings), a: WrittenLink, img: PictureText },
  }
}

function safeUrl(value: string): string | null {
  return /^(https?:\/\/|mailto:)/i.test(value) ? value : (ownPath(value) ?? null)
}

/** Without the id that the parser derives from the words: it could meet one of the page's own. */
function headingOf(level: number) {
  const Heading = `h${Math.min(Math.max(level, 2), 6) as 2 | 3 | 4 | 5 | 6}` as const
  return ({ children }: { children: ReactNode }) => <Heading>{children}</Heading>
}

function WrittenLink({ href, title, children }: ComponentProps<'a'>) {
  if (!href) return <>{children}</>
  if (href.startsWith('/')) {
    const [to, hash] = href.split('#')
    return (
      <TextLink to={to ?? '/'} hash={hash ?? ''} title={title}>
        {children}
      </TextLink>
    )
  }
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
