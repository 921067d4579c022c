/**
 * Markdown as blocks of a mail. Only the constructs below pass: markup in the text stays text, pictures become their
 * words, links are http and https only.
 */
import { type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/html'
import type { MailBodyBlock, MailSpan } from '#contract/mail-body.ts'

type Node = MarkdownToJSX.ASTNode
type Look = Omit<MailSpan, 'text'>

const plain: Look = { isBold: false, isItalic: false, isCode: false, url: null }

/** `base`: prefix of links that begin with a slash, without a trailing slash. */
export function parseMarkdown(text: string, base: string): MailBodyBlock[] {
  const nodes = parser(text, { disableParsingRawHTML: true, disableFrontmatter: true, forceBlock: true })
  return nodes.flatMap(node => blocksOf(node, base))
}

function blocksOf(node: Node, base: string): MailBodyBlock[] {
  switch (node.type) {
    case RuleType.heading:
      return one(node.level <= 2 ? 'heading' : 'subheading', spansOf(node.children, plain, base))
    case RuleType.blockQuote:
      return node.children.flatMap(child => blocksOf(child, base)).map(block => asQuote(block))
    case RuleType.codeBlock:
      return one('code', [{ ...plain, text: node.text }])
    case RuleType.breakThematic:
      return [{ kind: 'rule', items: [] }]
    case RuleType.unorderedList:
    case RuleType.orderedList:
      return [{ kind: node.type === RuleType.orderedList ? 'numbered' : 'list', items: itemsOf(node.items, 0, base) }]
    case RuleType.table:
      return [node.header, ...node.cells].flatMap(row => one('paragraph', joined(row, base)))
    case RuleType.paragraph:
      return one('paragraph', spansOf(node.children, plain, base))
    default:
      return one('paragraph', spansOf([node], plain, base))
  }
}

function one(kind: MailBodyBlock['kind'], spans: MailSpan[]): MailBodyBlock[] {
  return spans.every(span => span.text.trim() === '') ? [] : [{ kind, items: [{ depth: 0, spans }] }]
}

/** A quote within a quote, or a list in it, becomes a quote of its lines. */
function asQuote(block: MailBodyBlock): MailBodyBlock {
  return { kind: 'quote', items: block.items }
}

/** A list in a list becomes points of one list, further in. */
function itemsOf(items: readonly Node[][], depth: number, base: string): MailBodyBlock['items'] {
  return items.flatMap(nodes => {
    const lists = nodes.filter(isList)
    const spans = spansOf(
      nodes.filter(node => !isList(node)),
      plain,
      base,
    )
    return [{ depth, spans }, ...lists.flatMap(list => itemsOf(list.items, depth + 1, base))]
  })
}

function isList(node: Node): node is MarkdownToJSX.UnorderedListNode | MarkdownToJSX.OrderedListNode {
  return node.type === RuleType.unorderedList || node.type === RuleType.orderedList
}

/** The cells of a row, one after the other. */
function joined(row: readonly Node[][], base: string): MailSpan[] {
  return row.flatMap((cell, at) => [...(at === 0 ? [] : [{ ...plain, text: ' · ' }]), ...spansOf(cell, plain, base)])
}

function spansOf(nodes: readonly Node[], look: Look, base: string): MailSpan[] {
  return nodes.flatMap(node => spansOfOne(node, look, base))
}

function spansOfOne(node: Node, look: Look, base: string): MailSpan[] {
  switch (node.type) {
    case RuleType.text:
      return [{ ...look, text: node.text }]
    case RuleType.codeInline:
      return [{ ...look, isCode: true, text: node.text }]
    case RuleType.breakLine:
      return [{ ...look, text: '\n' }]
    case RuleType.textFormatted:
      return spansOf(node.children, formatted(node.tag, look), base)
    case RuleType.link:
      return spansOf(node.children, { ...look, url: webUrl(node.target, base) }, base)
    case RuleType.image:
      return node.alt ? [{ ...look, isItalic: true, text: node.alt }] : []
    case RuleType.gfmTask:
      return [{ ...look, text: node.completed ? '☑ ' : '☐ ' }]
    case RuleType.paragraph:
    case RuleType.heading:
    case RuleType.blockQuote:
      return spansOf(node.children, look, base)
    default:
      return 'text' in node && typeof node.text === 'string' ? [{ ...look, text: node.text }] : []
  }
}

function formatted(tag: string, look: Look): Look {
  if (tag === 'strong') return { ...look, isBold: true }
  return tag === 'em' ? { ...look, isItalic: true } : look
}

function webUrl(target: string | null, base: string): string | null {
  const parsed = target === null ? null : URL.parse(/^\/(?!\/)/.test(target) ? `${base}${target}` : target)
  return parsed !== null && ['http:', 'https:'].includes(parsed.protocol) ? parsed.toString() : null
}
