/**
 * A mail's body as blocks: the result of Markdown before it is written as HTML, as text, or shown as a preview. Their
 * styles are defined here once, so that preview and mail are equal.
 */
import * as z from 'zod/mini'

/** A piece of a line in one style. `url` is http or https, else null. A line break is the text `\n`. */
export const mailSpan = z.object({
  text: z.string(),
  isBold: z.boolean(),
  isItalic: z.boolean(),
  isCode: z.boolean(),
  url: z.nullable(z.string()),
})
export type MailSpan = z.output<typeof mailSpan>

export const mailBodyKinds = [
  'heading',
  'subheading',
  'paragraph',
  'list',
  'numbered',
  'quote',
  'code',
  'rule',
] as const

/** `items`: the points of a list with their depth; one item for everything else, none for a rule. */
export const mailBodyBlock = z.object({
  kind: z.enum(mailBodyKinds),
  items: z.array(z.object({ depth: z.int(), spans: z.array(mailSpan) })),
})
export type MailBodyBlock = z.output<typeof mailBodyBlock>

type Look = Readonly<Record<string, string>>

/** Styles by part, with the names of CSS properties as scripts write them. Mail programs read no style sheets. */
export const mailLook = {
  page: {
    backgroundColor: '#ffffff',
    color: '#1d2415',
    fontSize: '16px',
    lineHeight: '1.5',
    fontFamily: "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  },
  column: { maxWidth: '560px', margin: '0 auto' },
  paragraph: { margin: '0 0 16px' },
  heading: { margin: '32px 0 8px', fontSize: '20px', lineHeight: '1.3', fontWeight: 'bold' },
  subheading: { margin: '24px 0 8px', fontSize: '17px', lineHeight: '1.35', fontWeight: 'bold' },
  list: { margin: '0 0 16px', paddingLeft: '22px' },
  item: { margin: '0 0 4px' },
  quote: { margin: '0 0 16px', padding: '4px 0 4px 14px', borderLeft: '3px solid #d5dbc9' },
  code: {
    margin: '0 0 16px',
    padding: '10px 12px',
    backgroundColor: '#f3f4ec',
    fontFamily: 'monospace',
    fontSize: '14px',
    whiteSpace: 'pre-wrap',
  },
  rule: { margin: '24px 0', border: '0', borderTop: '1px solid #d5dbc9' },
  link: { color: '#2f4a12' },
  inlineCode: { fontFamily: 'monospace', fontSize: '15px' },
  signature: {
    margin: '32px 0 0',
    paddingTop: '16px',
    borderTop: '1px solid #d5dbc9',
    fontSize: '13px',
    color: '#4b5442',
  },
  footer: { margin: '16px 0 0', fontSize: '13px', color: '#4b5442' },
} as const satisfies Record<string, Look>
