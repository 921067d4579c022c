import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { ServiceCollection, ServiceCollectionInput } from '#contract/service-collections.ts'
import type { ServiceType } from '#contract/service-fields.ts'
import { RowIdsField } from '#web/components/form/row-ids-field.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { collectionTexts } from '#web/texts/collections.texts.ts'
import { KindIcon } from './kind-icon.tsx'
import { kindText } from './service.labels.ts'
import { allServicesQuery, loadServices } from './service.query-options.ts'

interface CollectionServicesFieldProps {
  control: Control<ServiceCollectionInput>
  customerId: string
  /** Services whose names are already loaded. */
  known: ServiceCollection['services']
}

type Named = { name: string; type: ServiceType }

/** The services of a customer in a group: searched and added one by one. */
export function CollectionServicesField({ control, customerId, known }: CollectionServicesFieldProps) {
  const controller = useController({ control, name: 'serviceIds' })
  const { data } = useQuery(allServicesQuery(customerId))
  const found = useRef(new Map<string, Named>(known.map(service => [service.id, service])))
  for (const service of data ?? []) found.current.set(service.id, service)

  async function search(query: string, signal: AbortSignal): Promise<SearchOption[]> {
    const { results } = await loadServices({ customer: customerId, search: query, page_size: 20 }, signal)
    for (const service of results) found.current.set(service.id, service)
    return results.map(({ id, name, type, collection }) => ({
      value: id,
      label: name,
      note: [kindText(type), collection && texts.inOther(collection.name)].filter(Boolean).join(' · '),
    }))
  }
  return (
    <RowIdsField
      controller={controller}
      label={texts.services}
      none={texts.noneChosen}
      addLabel={texts.addService}
      removeLabel={texts.removeService}
      nameOf={id => found.current.get(id)?.name ?? id}
      iconOf={id => {
        const service = found.current.get(id)
        return service && <KindIcon type={service.type} size={18} />
      }}
      loadOptions={search}
    />
  )
}

const texts = collectionTexts
