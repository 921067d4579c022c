import type { ReactNode } from 'react'
import type { Request } from '#contract/requests.ts'
import { Card } from '#web/components/display/card.tsx'
import { type Definition, DefinitionList } from '#web/components/display/definition-list.tsx'
import { formatDateTime } from '#web/lib/format/format.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'

interface RequestFactsProps {
  request: Request
  /** Link to the ticket the request is about. */
  about: ReactNode
}

/** When a request was created, changed and answered. */
export function RequestFacts({ request, about }: RequestFactsProps) {
  const { createdAt, updatedAt, answeredAt } = request
  const items: Definition[] = [{ term: texts.created, value: formatDateTime(createdAt) }]
  if (updatedAt !== createdAt && updatedAt !== answeredAt) {
    items.push({ term: texts.changed, value: formatDateTime(updatedAt) })
  }
  if (answeredAt !== null) items.push({ term: texts.answered, value: formatDateTime(answeredAt) })
  if (about) items.push({ term: texts.about, value: about })
  return (
    <Card title={texts.facts}>
      <DefinitionList items={items} />
    </Card>
  )
}

const texts = requestTexts.detail
