import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, createElement, Fragment, type ReactNode } from 'react'
import { type MailBodyBlock, type MailSpan, mailLook } from '#contract/mail-body.ts'
import type { NewsletterInput, NewsletterPreview } from '#contract/newsletters.ts'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'
import { previewQuery } from './newsletter.query-options.ts'

const texts = newsletterTexts
const lineBreak = <br />
/** Overrides the font of the portal's headings. */
const ownFont: CSSProperties = { fontFamily: 'inherit', letterSpacing: 'normal' }

/** A newsletter with the exact styles of its mail, and below it the plain text version. */
export function MailPreview({ input }: { input: NewsletterInput }) {
  const query = useQuery(previewQuery(input))
  if (query.isError) return <ErrorState text={texts.previewFailed} onRetry={query.refetch} busy={query.isFetching} />
  if (!query.data) return <SkeletonText lines={8} />
  return (
    <div className="grid gap-4">
      <section aria-label={texts.asMail} className="overflow-clip rounded-box border border-hairline">
        <MailPage preview={query.data} subject={input.subject} />
      </section>
      <Disclosure summary={texts.asText}>
        <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-small">{query.data.text}</pre>
      </Disclosure>
    </div>
  )
}

function MailPage({ preview, subject }: { preview: NewsletterPreview; subject: string }) {
  const { greeting, blocks, signature, footer } = preview
  return (
    <div className="scheme-light wrap-anywhere p-6" style={mailLook.page}>
      <div style={mailLook.column}>
        <p style={{ ...mailLook.paragraph, fontWeight: 'bold' }}>{subject}</p>
        <p style={mailLook.paragraph}>{greeting}</p>
        {inOrder(blocks.map(block => showBlock(block)))}
        <p style={mailLook.signature}>
          {inOrder(signature.flatMap((line, at) => (at === 0 ? [line] : [lineBreak, line])))}
        </p>
        <p style={mailLook.footer}>
          {footer.text}
          <br />
          {footer.links.map(({ label }) => label).join(' · ')}
        </p>
      </div>
    </div>
  )
}

function showBlock({ kind, items }: MailBodyBlock): ReactNode {
  const lines = inOrder(items.flatMap(({ spans }, at) => [...(at === 0 ? [] : [lineBreak]), ...spans.map(showSpan)]))
  switch (kind) {
    case 'rule':
      return <hr style={mailLook.rule} />
    case 'list':
    case 'numbered': {
      const points = items.map(({ depth, spans }) =>
        createElement('li', { style: pointStyle(depth) }, ...spans.map(showSpan)),
      )
      const look: CSSProperties = { ...mailLook.list, listStyle: kind === 'list' ? 'disc' : 'decimal' }
      return createElement(kind === 'list' ? 'ul' : 'ol', { style: look }, ...points)
    }
    case 'code':
      return <pre style={{ ...mailLook.code, whiteSpace: 'pre-wrap' }}>{lines}</pre>
    case 'quote':
      return <blockquote style={mailLook.quote}>{lines}</blockquote>
    case 'heading':
      return <h3 style={{ ...mailLook.heading, ...ownFont }}>{lines}</h3>
    case 'subheading':
      return <h4 style={{ ...mailLook.subheading, ...ownFont }}>{lines}</h4>
    case 'paragraph':
      return <p style={mailLook.paragraph}>{lines}</p>
  }
}

function pointStyle(depth: number): CSSProperties {
  return depth === 0 ? mailLook.item : { ...mailLook.item, marginLeft: `${depth * 22}px` }
}

function showSpan({ text, isBold, isItalic, isCode, url }: MailSpan): ReactNode {
  let shown: ReactNode = inOrder(text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [lineBreak, line])))
  if (isCode) shown = <code style={mailLook.inlineCode}>{shown}</code>
  if (isItalic) shown = <em>{shown}</em>
  if (isBold) shown = <strong>{shown}</strong>
  if (url === null) return shown
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" style={{ ...mailLook.link, textDecoration: 'underline' }}>
      {shown}
    </a>
  )
}

/** Parts of a text have no keys and keep their order: passed as single children they need none. */
function inOrder(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}
