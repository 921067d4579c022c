import { Fragment, type ReactNode } from 'react'

/** Read as one word, although browsers break it: document numbers, `E-Mail`, `e. V.`, e-mail addresses. */
const whole = /(\b[A-Z]{1,3}-[\d-]*\d|E-Mails?|\be\. [VK]\.|\bCo\. KG|[\w.+-]+@[\w.-]+\w)/
/** A part of an address longer than half the width of a phone has to break somewhere. */
const partLengthMax = 24

/**
 * Keeps document numbers, e-mail addresses, `E-Mail` and the legal forms of names from breaking. Returns nodes other than text
 * unchanged.
 */
export function unbroken(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text
  return text.split(whole).map(
    (part, index) =>
      // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of one text have no other name
      index % 2 === 0 ? (
        part
      ) : part.includes('@') ? (
        <EmailText key={index} email={part} />
      ) : (
        <span key={index} className="whitespace-nowrap">
          {part}
        </span>
      ),
    // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
  )
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
