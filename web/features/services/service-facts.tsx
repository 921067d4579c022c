import type { ReactNode } from 'react'
import type { Service } from '#contract/services.ts'
import { Card } from '#web/components/display/card.tsx'
import { DefinitionList } from '#web/components/display/definition-list.tsx'
import { formatDate } from '#web/lib/format/format.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { kindText } from './service.labels.ts'

interface ServiceFactsProps {
  service: Service
  /** The customer as a link, for lists over several customers. */
  customer?: ReactNode
}

/** The facts of every service: kind, group, date. */
export function ServiceFacts({ service, customer }: ServiceFactsProps) {
  const items = [
    { term: texts.kind, value: kindText(service.type) },
    ...(customer ? [{ term: texts.customer, value: customer }] : []),
    ...(service.collection ? [{ term: texts.collection, value: service.collection.name }] : []),
    { term: texts.created, value: formatDate(service.createdAt) },
  ]
  return (
    <Card title={texts.facts}>
      <DefinitionList items={items} />
    </Card>
  )
}

const texts = serviceTexts.detail
