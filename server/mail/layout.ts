/** A German mail as text and as HTML, from blocks: everything escaped, nothing loaded from anywhere. */
import { type MailBodyBlock, mailLook } from '#contract/mail-body.ts'
import { bodyHtml, bodyText, escapeHtml, styleText, withBreaks } from './body-blocks.ts'
import { letterheadPlace } from './letterhead.ts'
import type { Sender } from './sender.ts'

export type MailBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** A link on a line of its own. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** Label and value, one pair a line. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** User-written text, with its line breaks. */
  | { readonly kind: 'quote'; readonly text: string }
  /** Begins one of several matters. */
  | { readonly kind: 'heading'; readonly text: string }
  /** Written by a person, see `markdown.ts`. */
  | { readonly kind: 'body'; readonly blocks: readonly MailBodyBlock[] }
  /** A secondary link. */
  | { readonly kind: 'link'; readonly label: string; readonly url: string }

/** Below the signature: the reason for the mail, and how to change it. */
export type MailFooter = {
  readonly text: string
  readonly links: readonly { readonly label: string; readonly url: string }[]
}

export type MailContent = {
  readonly subject: string
  /** Default: "Guten Tag,". Empty where the text brings its own. */
  readonly greeting?: string
  readonly blocks: readonly MailBlock[]
  readonly footer?: MailFooter
}

/** Renders a mail as `enqueueMail` takes it. Throws for a link that is not http or https. */
export function renderMail(sender: Sender, content: MailContent): { subject: string; text: string; html: string } {
  const greetings = [content.greeting ?? 'Guten Tag,'].filter(text => text !== '')
  return {
    subject: content.subject,
    text: `${[...greetings, ...content.blocks.map(textOf), textSignature(sender), ...textFooter(content.footer)].join('\n\n')}\n`,
    html: page(content.subject, [
      ...greetings.map(text => paragraph(escapeHtml(text))),
      ...content.blocks.map(htmlOf),
      htmlSignature(sender),
      ...htmlFooter(content.footer),
    ]),
  }
}

function textOf(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'button':
    case 'link':
      return `${block.label}:\n${webUrl(block.url)}`
    case 'heading':
      return `${block.text}\n${'-'.repeat(Math.min(block.text.length, 70))}`
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'quote':
      return block.text.replace(/^/gm, '> ')
    case 'body':
      return block.blocks.map(bodyText).join('\n\n')
  }
}

function textSignature(sender: Sender): string {
  return `-- \n${signatureLines(sender).join('\n')}`
}

export function signatureLines({ companyName, ownerName, address, phone, email, website }: Sender): string[] {
  const city = [address.zip, address.city].filter(part => part !== '').join(' ')
  const place = [address.street, city].filter(part => part !== '').join(', ')
  return [companyName, ownerName === companyName ? '' : ownerName, place, phone, email, website].filter(
    line => line !== '',
  )
}

function textFooter(footer: MailFooter | undefined): string[] {
  if (footer === undefined) return []
  return [[footer.text, ...footer.links.map(({ label, url }) => `${label}: ${webUrl(url)}`)].join('\n')]
}

function htmlOf(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(withBreaks(block.text))
    case 'button':
      return button(block.label, webUrl(block.url))
    case 'link':
      return paragraph(link(block.label, webUrl(block.url)))
    case 'heading':
      return `<h2 style="${styleText(mailLook.heading)}">${escapeHtml(block.text)}</h2>`
    case 'facts':
      return factTable(block.rows)
    case 'quote':
      return `<blockquote style="${styleText(mailLook.quote)}">${withBreaks(block.text)}</blockquote>`
    case 'body':
      return block.blocks.map(bodyHtml).join('\n')
  }
}

function paragraph(html: string): string {
  return `<p style="${styleText(mailLook.paragraph)}">${html}</p>`
}

function link(label: string, url: string): string {
  return `<a href="${escapeHtml(url)}" style="${styleText(mailLook.link)}">${escapeHtml(label)}</a>`
}

/** The address is below the button for readers whose program shows no links. */
function button(label: string, url: string): string {
  const address = escapeHtml(url)
  return `<p style="margin:24px 0 8px"><a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#2f4a12;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(label)}</a></p>
<p style="margin:0 0 24px;font-size:13px;color:#4b5442;word-break:break-all">${address}</p>`
}

function factTable(rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th scope="row" style="padding:4px 16px 4px 0;text-align:left;font-weight:normal;color:#4b5442;vertical-align:top">${escapeHtml(label)}</th><td style="padding:4px 0">${withBreaks(value)}</td></tr>`,
  )
  return `<table style="margin:0 0 16px;border-collapse:collapse">${cells.join('')}</table>`
}

function htmlSignature(sender: Sender): string {
  const lines = signatureLines(sender).map(escapeHtml).join('<br>')
  return `<p style="${styleText(mailLook.signature)}">${lines}</p>`
}

function htmlFooter(footer: MailFooter | undefined): string[] {
  if (footer === undefined) return []
  const links = footer.links.map(({ label, url }) => link(label, webUrl(url))).join(' · ')
  return [`<p style="${styleText(mailLook.footer)}">${escapeHtml(footer.text)}<br>${links}</p>`]
}

function page(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="de">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;${styleText(mailLook.page)}">
<div style="${styleText(mailLook.column)}">
${letterheadPlace}${parts.join('\n')}
</div>
</body>
</html>
`
}

function webUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new Error('A mail was to hold a link that does not lead to a website.')
  }
  return parsed.toString()
}
