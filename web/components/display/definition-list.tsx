import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { unbroken } from './unbroken.tsx'

export interface Definition {
  term: string
  value: ReactNode
}

export interface DefinitionListProps {
  items: readonly Definition[]
  /** `rows`: term left, value right, or below it where the value would break. `stacked`: term above its value. */
  layout?: 'rows' | 'stacked' | undefined
}

/** A list of facts, each as term and value. */
export function DefinitionList({ items, layout = 'rows' }: DefinitionListProps) {
  const rows = layout === 'rows'
  return (
    <dl className={rows ? 'divide-y divide-hairline' : 'grid gap-4'}>
      {items.map(item => (
        <div
          key={item.term}
          className={
            rows ? 'flex flex-wrap items-baseline gap-x-6 py-2.5 phone:gap-x-3 first:pt-0 last:pb-0' : 'grid gap-0.5'
          }
        >
          <dt className="text-label text-muted">{item.term}</dt>
          <dd className={classNames('text-label', rows ? 'min-w-min flex-1 text-right' : 'min-w-0')}>
            {unbroken(item.value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
