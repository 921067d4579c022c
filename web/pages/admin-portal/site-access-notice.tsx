import { Button } from '#web/components/action/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

/** The id of the access of senders, far down the page of a site. */
export const siteAccessId = 'zugang'

/** Leads the owner of a site without values to the next step: the access of its senders. */
export function SiteAccessNotice() {
  const { first, toAccess } = energySiteTexts.key
  return (
    <Notice kind="info" action={<Button onClick={showAccess}>{toAccess}</Button>}>
      {first}
    </Notice>
  )
}

function showAccess() {
  const access = document.getElementById(siteAccessId)
  access?.scrollIntoView({ block: 'start' })
  access?.focus({ preventScroll: true })
}
