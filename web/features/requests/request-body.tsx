import type { LinkProps } from '@tanstack/react-router'
import type { Request } from '#contract/requests.ts'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { RequestAnswer } from './request-answer.tsx'
import { RequestContent } from './request-content.tsx'
import { RequestFacts } from './request-facts.tsx'

interface RequestBodyProps {
  request: Request
  viewer: 'customer' | 'admin'
  /** The page of a ticket. */
  ticketLink: (ticket: { id: string }) => LinkProps
}

/** A request below its header: the answer and the content, with the facts next to them. */
export function RequestBody({ request, viewer, ticketLink }: RequestBodyProps) {
  const { aboutTicket } = request
  return (
    <div className="grid items-start gap-x-7 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-8">
        <RequestAnswer
          request={request}
          viewer={viewer}
          ticketLink={ticket => (
            <LinkButton {...ticketLink(ticket)} size="small">
              {requestTexts.detail.toTicket(ticket.number)}
            </LinkButton>
          )}
        />
        <RequestContent request={request} />
      </div>
      <RequestFacts
        request={request}
        about={
          aboutTicket ? (
            <TextLink {...ticketLink(aboutTicket)}>{`${aboutTicket.number} ${aboutTicket.name}`}</TextLink>
          ) : null
        }
      />
    </div>
  )
}
