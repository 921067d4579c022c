import { Fragment, type ReactNode } from 'react'

/** Read as one word, although browsers break it at a hyphen: document numbers, `E-Mail`, e-mail addresses. */
const whole = /(\b[A-Z]{1,3}-[\d-]*\d|E-Mails?|[\w.+-]+@[\w.-]+\w)/
/** A part of an address longer than half the width of a phone has to break somewhere. */
const partLengthMax = 24

/**
 * Keeps document numbers, e-mail addresses and `E-Mail` from breaking at their hyphens. Returns nodes other than text
 * unchanged.
 */
export function unbroken(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
  return text.split(whole).map((part, index) => (index % 2 ? <EmailText key={index} email={part} /> : part))
}

/** An e-mail address that, if needed, breaks before its `@` or a dot, not within a word. */
export function EmailText({ email }: { email: string }) {
  return email.split(/(?=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      <span className={part.length > partLengthMax ? undefined : 'whitespace-nowrap'}>{part}</span>
    </Fragment>
  ))
}
