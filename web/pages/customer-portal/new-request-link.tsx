import { IconPlus } from '@tabler/icons-react'
import { paths } from '#web/app/paths.ts'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { useSession } from '#web/lib/session/use-session.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'

/** Leads to the form of a new request; renders nothing in a read-only impersonation. */
export function NewRequestLink() {
  const { impersonation, customer } = useSession()
  if (impersonation || !customer) return null
  return (
    <LinkButton to={paths.customerRequests} search={{ dialog: 'new' }} variant="primary" icon={<IconPlus />}>
      {requestTexts.newRequest}
    </LinkButton>
  )
}
