import './markdown.css'
import ReactMarkdown, { type MarkdownToJSX, RuleType } from 'markdown-to-jsx/react'
import type { ComponentProps, ReactNode } from 'react'
import { TextAnchor, TextLink } from '#web/components/navigation/text-link.tsx'
import { ownPath } from '#web/lib/session/own-path.ts'
import { unbroken } from './unbroken.tsx'

/** The parsed text. Use `Markdown`, which loads this component. */
export function MarkdownContent({ text, headingLevel }: { text: string; headingLevel: 2 | 3 | 4 }) {
  return <ReactMarkdown options={optionsFor(text, headingLevel)}>{text.replace(deepNesting, '$1')}</ReactMarkdown>
}

/** Limits nested quotes and lists to eight levels per line: nobody reads more, and thousands would freeze the browser. */
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

/** Drops the id that the parser derives from the text: it could collide with an id of the page. */
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

/** An image would load from another site, so only its alternative text is shown. */
function PictureText({ alt }: { alt?: string }) {
  return alt ? <em>{alt}</em> : null
}
