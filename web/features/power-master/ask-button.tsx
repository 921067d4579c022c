import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { draftKey, writeDraft } from '#web/lib/form/draft-storage.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { whatIfTexts } from '#web/texts/what-if.texts.ts'
import { houseLines } from './what-if.labels.ts'
import type { WhatIfHouse } from './what-if-house.ts'

const texts = whatIfTexts

export interface AskButtonProps {
  house: WhatIfHouse
  sentence: string
  link: string
}

/** Passes on all inputs: as text of the contact form, for a customer as a new request. */
export function AskButton({ house, sentence, link }: AskButtonProps) {
  const { user, customer } = useSession()
  const text = texts.askText(houseLines(house), sentence, link)
  if (customer === null || user?.role === 'admin') {
    return (
      <LinkButton
        to="/contact"
        variant="primary"
        fullOnPhone
        onClick={() => writeDraft(draftKey('contact', '/contact'), { text })}
      >
        {texts.ask}
      </LinkButton>
    )
  }
  const keep = () =>
    writeDraft(draftKey('request:new', '/customer-portal/requests-overview'), {
      title: texts.askTitle,
      description: text,
    })
  return (
    <LinkButton
      to="/customer-portal/requests-overview"
      search={{ dialog: 'new' }}
      variant="primary"
      fullOnPhone
      onClick={keep}
    >
      {texts.ask}
    </LinkButton>
  )
}
