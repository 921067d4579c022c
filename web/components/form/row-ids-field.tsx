import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { UseControllerReturn } from 'react-hook-form'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { FieldError } from './field.tsx'
import { SearchSelect } from './search-select.tsx'
import type { SearchOption } from './use-search-options.ts'

interface RowIdsFieldProps {
  /** From `useController`; the value is a list of ids. */
  controller: Pick<UseControllerReturn, 'fieldState'> & {
    field: { value: readonly string[] } & Pick<UseControllerReturn['field'], 'onChange' | 'onBlur' | 'ref'>
  }
  label: string
  /** Shown instead of an empty list. */
  none: string
  addLabel: string
  removeLabel: (name: string) => string
  nameOf: (id: string) => string
  iconOf?: (id: string) => ReactNode
  /** Finds rows to add; the added ones are left out. */
  loadOptions: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
}

/** A list of rows that are searched and added one by one. */
export function RowIdsField(props: RowIdsFieldProps) {
  const { label, none, addLabel, removeLabel, nameOf, iconOf, loadOptions } = props
  const { field, fieldState } = props.controller
  const labelId = useId()
  const frame = useRef<HTMLFieldSetElement>(null)
  const { value } = field
  // The focus stays at the search, whose field is a new one after each change.
  const changedTo = useRef<number>(null)
  function change(ids: readonly string[]) {
    changedTo.current = ids.length
    field.onChange(ids)
  }
  useEffect(() => {
    if (changedTo.current === value.length) searchOf(frame.current)?.focus()
    changedTo.current = null
  }, [value.length])
  return (
    <fieldset
      ref={element => {
        frame.current = element
        field.ref(element && { focus: () => searchOf(element)?.focus() })
      }}
      aria-labelledby={labelId}
      aria-describedby={fieldState.error ? `${labelId}-error` : undefined}
      className="grid min-w-0 gap-3 rounded-box border border-hairline bg-sunken p-4"
    >
      <p id={labelId} className="text-label font-semibold">
        {label}
      </p>
      {value.length === 0 ? <p className="text-label text-muted">{none}</p> : null}
      <ul className="divide-y divide-hairline">
        {value.map(id => (
          <li key={id} className="flex items-center gap-2.5">
            {iconOf?.(id)}
            <span className="min-w-0 flex-1 text-label wrap-anywhere">{nameOf(id)}</span>
            <IconButton
              size="small"
              label={removeLabel(nameOf(id))}
              icon={<IconX aria-hidden="true" />}
              onClick={() => change(value.filter(other => other !== id))}
            />
          </li>
        ))}
      </ul>
      <SearchSelect
        // A new field for the next row: the selected ones are in the list.
        key={value.length}
        label={addLabel}
        selected={null}
        loadOptions={async (query, signal) =>
          (await loadOptions(query, signal)).filter(option => !value.includes(option.value))
        }
        onBlur={field.onBlur}
        onSelect={option => (option ? change([...value, option.value]) : undefined)}
      />
      {fieldState.error?.message ? <FieldError id={`${labelId}-error`} error={fieldState.error.message} /> : null}
    </fieldset>
  )
}

function searchOf(frame: HTMLElement | null): HTMLElement | null | undefined {
  return frame?.querySelector<HTMLElement>('[role="combobox"]')
}
