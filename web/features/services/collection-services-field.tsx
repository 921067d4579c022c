import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { ServiceCollection, ServiceCollectionInput } from '#contract/service-collections.ts'
import type { ServiceType } from '#contract/service-fields.ts'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { FieldError } from '#web/components/form/field.tsx'
import { SearchSelect } from '#web/components/form/search-select.tsx'
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
  const { field, fieldState } = useController({ control, name: 'serviceIds' })
  const { data } = useQuery(allServicesQuery(customerId))
  const found = useRef(new Map<string, Named>(known.map(service => [service.id, service])))
  for (const service of data ?? []) found.current.set(service.id, service)
  const labelId = useId()
  const frame = useRef<HTMLFieldSetElement>(null)

  async function search(query: string, signal: AbortSignal): Promise<SearchOption[]> {
    const { results } = await loadServices({ customer: customerId, search: query, page_size: 20 }, signal)
    for (const service of results) found.current.set(service.id, service)
    return results
      .filter(({ id }) => !field.value.includes(id))
      .map(({ id, name, type, collection }) => ({
        value: id,
        label: name,
        note: [kindText(type), collection && texts.inOther(collection.name)].filter(Boolean).join(' · '),
      }))
  }
  function remove(id: string) {
    field.onChange(field.value.filter(other => other !== id))
    frame.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
  }
  return (
    <fieldset
      ref={element => {
        frame.current = element
        field.ref(element && { focus: () => element.querySelector<HTMLElement>('[role="combobox"]')?.focus() })
      }}
      aria-labelledby={labelId}
      aria-describedby={fieldState.error ? `${labelId}-error` : undefined}
      className="grid min-w-0 gap-3 rounded-box border border-hairline bg-sunken p-4"
    >
      <p id={labelId} className="text-label font-semibold">
        {texts.services}
      </p>
      {field.value.length === 0 ? <p className="text-label text-muted">{texts.noneChosen}</p> : null}
      <ul className="divide-y divide-hairline">
        {field.value.map(id => {
          const service = found.current.get(id)
          const name = service?.name ?? id
          return (
            <li key={id} className="flex items-center gap-2.5">
              {service ? <KindIcon type={service.type} size={18} /> : null}
              <span className="min-w-0 flex-1 text-label wrap-anywhere">{name}</span>
              <IconButton
                size="small"
                label={texts.removeService(name)}
                icon={<IconX aria-hidden="true" />}
                onClick={() => remove(id)}
              />
            </li>
          )
        })}
      </ul>
      <SearchSelect
        // A new field for the next service: the selected ones are in the list.
        key={field.value.length}
        label={texts.addService}
        selected={null}
        loadOptions={search}
        onBlur={field.onBlur}
        onSelect={option => (option ? field.onChange([...field.value, option.value]) : undefined)}
      />
      {fieldState.error?.message ? <FieldError id={`${labelId}-error`} error={fieldState.error.message} /> : null}
    </fieldset>
  )
}

const texts = collectionTexts
