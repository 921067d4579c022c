import type { ReactNode } from 'react'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { ListBar, ListCsv, ListRows, type ListRowsProps } from './list-rows.tsx'
import type { ListFilter } from './list-view.ts'
import { type ListOptions, useList } from './use-list.ts'

interface ListSectionProps<Row extends { id: string }, Filter extends ListFilter>
  extends ListOptions<Row, Filter>,
    ListRowsProps<Row> {
  titleId: string
  /** 1 if the section is the whole page. */
  headingLevel?: 1 | 2 | undefined
  lead?: ReactNode
  /** Buttons in the header, after the CSV button. */
  actions?: ReactNode
  /** Above the filters, and between filters and rows. */
  above?: ReactNode
  aboveRows?: ReactNode
  /** Content below the rows, and dialogs. */
  children?: ReactNode
}

/** A section with one list. */
export function ListSection<Row extends { id: string }, Filter extends ListFilter>(
  props: ListSectionProps<Row, Filter>,
) {
  const { list, titleId, headingLevel, lead, actions, above, aboveRows, children } = props
  const shown = useList(props)
  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <SectionHeader
        title={list.title}
        titleId={titleId}
        headingLevel={headingLevel}
        lead={lead}
        actions={
          shown.hasFile || actions ? (
            <>
              {shown.hasFile ? <ListCsv shown={shown} /> : null}
              {actions}
            </>
          ) : null
        }
      />
      {above}
      <ListBar shown={shown} />
      {aboveRows}
      <ListRows {...props} shown={shown} />
      {children}
    </section>
  )
}
