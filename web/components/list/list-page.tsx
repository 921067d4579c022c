import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { ListBar, ListCsv, ListRows, type ListRowsProps } from './list-rows.tsx'
import type { ListFilter } from './list-view.ts'
import { type ListOptions, useList } from './use-list.ts'

export interface ListPageProps<Row extends { id: string }, Filter extends ListFilter>
  extends ListOptions<Row, Filter>,
    ListRowsProps<Row> {
  /** Views and figures above the filters. */
  above?: ReactNode
  /** A link beside the button that creates a row. */
  action?: ReactNode
  /** Drawers and dialogs of the rows. */
  children?: ReactNode
}

/** A page with one list: header, CSV, create button, figures, filters, table, pager, and the dialogs of its rows. */
export function ListPage<Row extends { id: string }, Filter extends ListFilter>(props: ListPageProps<Row, Filter>) {
  const { list, create, action, above, children } = props
  const shown = useList(props)
  return (
    <>
      <PageHeader
        title={list.title}
        actions={
          shown.hasFile || create ? (
            <>
              {shown.hasFile ? <ListCsv shown={shown} /> : null}
              {action}
              {create ? (
                <Button variant="primary" icon={<IconPlus />} onClick={create.onClick}>
                  {create.label}
                </Button>
              ) : null}
            </>
          ) : null
        }
      />
      <div className="grid gap-6 phone:gap-4">
        {above}
        <ListBar shown={shown} />
        <ListRows {...props} shown={shown} />
        {children}
      </div>
    </>
  )
}
