import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Select } from '#web/components/form/select.tsx'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { allCollectionsQuery } from './service.query-options.ts'
import type { ServiceValues } from './service-values.ts'

interface CollectionSelectProps {
  control: Control<ServiceValues>
  customerId: string
  /** Called if the selected group does not belong to this customer. */
  onMissing: () => void
}

/** The group of a service: one of its customer's groups, or none. */
export function CollectionSelect({ control, customerId, onMissing }: CollectionSelectProps) {
  const { data: groups } = useQuery(allCollectionsQuery(customerId))
  const chosen = useWatch({ control, name: 'collectionId' })
  const isMissing = groups !== undefined && chosen !== null && !groups.some(group => group.id === chosen)
  useEffect(() => {
    if (isMissing) onMissing()
  }, [isMissing, onMissing])
  if (!groups || groups.length === 0) return null
  return (
    <Select
      control={control}
      name="collectionId"
      label={serviceTexts.form.collection}
      choices={groups.map(({ id, name }) => ({ value: id, label: name }))}
      emptyLabel={serviceTexts.form.noCollection}
      nullable
    />
  )
}
