/** Blocks of a body as the HTML and the text of a mail. */
import { type MailBodyBlock, type MailSpan, mailLook } from '#contract/mail-body.ts'

export function bodyHtml(block: MailBodyBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'subheading':
    case 'paragraph':
      return element(tags[block.kind], mailLook[block.kind], lines(block))
    case 'quote':
      return element('blockquote', mailLook.quote, lines(block))
    case 'code':
      return element('pre', mailLook.code, lines(block))
    case 'rule':
      return `<hr style="${styleText(mailLook.rule)}">`
    case 'list':
    case 'numbered':
      return element(block.kind === 'list' ? 'ul' : 'ol', mailLook.list, points(block))
  }
}

export function bodyText(block: MailBodyBlock): string {
  const texts = block.items.map(({ spans }) => spansText(spans))
  switch (block.kind) {
    case 'heading':
    case 'subheading':
      return texts.map(text => `${text}\n${'-'.repeat(Math.min(text.length, 70))}`).join('\n')
    case 'quote':
      return texts.join('\n').replace(/^/gm, '> ')
    case 'rule':
      return '* * *'
    case 'list':
    case 'numbered':
      return block.items
        .map(({ depth }, at) => `${'  '.repeat(depth)}${block.kind === 'list' ? '-' : `${at + 1}.`} ${texts[at]}`)
        .join('\n')
    default:
      return texts.join('\n')
  }
}

/** `{ fontSize: '13px' }` as `font-size:13px`. */
export function styleText(look: Readonly<Record<string, string>>): string {
  return Object.entries(look)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character] ?? character)
}

export function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}

const tags = { heading: 'h2', subheading: 'h3', paragraph: 'p' } as const

function element(tag: string, look: Readonly<Record<string, string>>, html: string): string {
  return `<${tag} style="${styleText(look)}">${html}</${tag}>`
}

function lines({ items }: MailBodyBlock): string {
  return items.map(({ spans }) => spans.map(spanHtml).join('')).join('<br>')
}

/** A point further in is indented, not nested: mail programs agree on that. */
function points({ items }: MailBodyBlock): string {
  return items
    .map(({ depth, spans }) =>
      element(
        'li',
        depth === 0 ? mailLook.item : { ...mailLook.item, marginLeft: `${depth * 22}px` },
        spans.map(spanHtml).join(''),
      ),
    )
    .join('')
}

function spanHtml({ text, isBold, isItalic, isCode, url }: MailSpan): string {
  let html = withBreaks(text)
  if (isCode) html = element('code', mailLook.inlineCode, html)
  if (isItalic) html = `<em>${html}</em>`
  if (isBold) html = `<strong>${html}</strong>`
  return url === null ? html : `<a href="${escapeHtml(url)}" style="${styleText(mailLook.link)}">${html}</a>`
}

/** The target of a link follows its text, once for each link. */
function spansText(spans: readonly MailSpan[]): string {
  return spans
    .map(({ text, url }, at) => {
      const isEnd = url !== null && spans[at + 1]?.url !== url
      return isEnd && text !== url ? `${text} (${url})` : text
    })
    .join('')
}
