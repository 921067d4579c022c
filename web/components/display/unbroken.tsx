import { Fragment, type ReactNode } from 'react'

/** What is read as one word, though browsers break it at a hyphen: numbers of documents, `E-Mail`, e-mail addresses. */
const whole = /(\b[A-Z]{1,3}-[\d-]*\d|E-Mails?|[\w.+-]+@[\w.-]+\w)/
/** A part of an address as long as half a phone is wide still has to break somewhere. */
const partLengthMax = 24

/**
 * A text whose numbers, e-mail addresses and `E-Mail` do not break at their hyphens. Whatever is no text stays as it
 * is.
 */
export function unbroken(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
  return text.split(whole).map((part, index) => (index % 2 ? <EmailText key={index} email={part} /> : part))
}

/** An e-mail address that breaks before its `@` or a dot where a line is too short for it, not within a word. */
export function EmailText({ email }: { email: string }) {
  return email.split(/(?=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      <span className={part.length > partLengthMax ? undefined : 'whitespace-nowrap'}>{part}</span>
    </Fragment>
  ))
}
