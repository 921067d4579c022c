import type { ReactNode } from 'react'
import type { Request } from '#contract/requests.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { requestTexts } from '#web/texts/requests.texts.ts'

interface RequestAnswerProps {
  request: Request
  viewer: 'customer' | 'admin'
  /** Link to the resulting ticket. */
  ticketLink: (ticket: NonNullable<Request['ticket']>) => ReactNode
}

/** The outcome of a request in a sentence, with the answer as written. */
export function RequestAnswer({ request, viewer, ticketLink }: RequestAnswerProps) {
  const { state, answer, ticket } = request
  const isCustomer = viewer === 'customer'
  if (state === 'open') {
    if (!isCustomer || !request.permissions.includes('update')) return null
    return (
      <Notice kind="info" title={texts.open}>
        {texts.openNext}
      </Notice>
    )
  }
  if (state === 'declined') {
    return (
      <Notice kind="warning" title={isCustomer ? texts.declined : texts.adminDeclined}>
        <Answer text={answer} />
      </Notice>
    )
  }
  const aboutTicket = isCustomer ? texts.acceptedTicket : texts.adminAcceptedTicket
  return (
    <Notice
      kind="success"
      title={isCustomer ? texts.accepted : texts.adminAccepted}
      action={ticket ? ticketLink(ticket) : null}
    >
      <p>{ticket ? aboutTicket : texts.acceptedWithoutTicket}</p>
      {answer === '' ? null : <Answer text={answer} />}
    </Notice>
  )
}

const texts = requestTexts.detail

function Answer({ text }: { text: string }) {
  return <p className="wrap-anywhere mt-2 whitespace-pre-line border-l-2 border-current pl-3">{text}</p>
}
