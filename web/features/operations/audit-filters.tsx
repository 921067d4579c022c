import type { ReactNode } from 'react'
import { auditActions } from '#contract/operations.ts'
import type { Choice } from '#web/components/form/native-select.tsx'
import { DateFilter } from '#web/components/table/date-filter.tsx'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { operationTexts } from '#web/texts/operations.texts.ts'
import { auditActionText } from './operations.labels.ts'
import type { AuditFilter } from './operations.query-options.ts'

interface AuditFiltersProps {
  filter: AuditFilter
  /** A field to filter by actor. */
  actorField: ReactNode
  /** Called with changes; an undefined value removes the filter. */
  onChange: (change: AuditFilter) => void
  onReset: () => void
}

/** Filters for actor, action and period above the log. */
export function AuditFilters({ filter, actorField, onChange, onReset }: AuditFiltersProps) {
  const { actor, action, from, to } = filter
  return (
    <FilterBar
      filters={[
        {
          key: 'action',
          label: texts.columns.action,
          value: action ?? '',
          onValueChange: value => onChange({ action: auditActionFrom(value) }),
          choices: actionChoices,
        },
      ]}
      extra={
        <>
          {actorField}
          <DateFilter label={texts.from} value={from} max={to} onChange={date => onChange({ from: date })} />
          <DateFilter label={texts.to} value={to} min={from} onChange={date => onChange({ to: date })} />
        </>
      }
      extraSetCount={[actor, from, to].filter(value => value !== undefined).length}
      onReset={onReset}
    />
  )
}

/** The action an address names; an unknown one is no filter. */
export function auditActionFrom(word: string | undefined): AuditFilter['action'] {
  return auditActions.find(action => action === word)
}

/** Names of all filters. */
export const auditFilterNames = ['subject', 'actor', 'action', 'from', 'to'] as const

const texts = operationTexts.audit

const actionChoices: readonly Choice[] = auditActions
  .map(value => ({ value, label: auditActionText(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'de'))
