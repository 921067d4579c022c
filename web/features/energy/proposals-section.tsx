import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { EnergyProposal } from '#contract/energy-proposals.ts'
import { Button } from '#web/components/action/button.tsx'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatRelative } from '#web/lib/format/format.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { useAssignProposal } from './energy.mutations.ts'
import { proposalsQuery } from './energy.query-options.ts'
import { exampleText, isClear, meaningText, sourceText } from './proposal-words.ts'

/** Unassigned values that devices of a site send, for the owner; renders nothing without any. */
export function ProposalsSection({ siteId }: { siteId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(proposalsQuery(siteId))
  const form = useRowDialog<EnergyProposal>()
  const [hasAssigned, setHasAssigned] = useState(false)
  const assign = useAssign(() => setHasAssigned(true))
  const clear = data?.results.filter(isClear) ?? []
  const others = data?.results.filter(proposal => !isClear(proposal)) ?? []
  const isEmpty = !isError && clear.length + others.length === 0
  // After the last assignment the section stays: the focus remains in it.
  if (isEmpty && !hasAssigned && !form.open) return null
  const table = {
    columns: [
      ...columns,
      assignColumn(proposal => (isClear(proposal) ? assign(proposal) : form.show(proposal))),
    ] satisfies TableColumn<EnergyProposal>[],
    rowKey: (proposal: EnergyProposal) => proposal.id,
    rowName: (proposal: EnergyProposal) => proposal.name,
    rowActions: (proposal: EnergyProposal) => [
      { label: texts.adjust, icon: <IconPencil />, onSelect: () => form.show(proposal) },
    ],
  }
  return (
    <section aria-labelledby="energy-proposals" className="grid gap-4">
      <SectionHeader titleId="energy-proposals" title={texts.title} lead={texts.lead} />
      {others.length === 0 || clear.length > 0 || isError ? (
        <DataTable
          {...table}
          label={texts.title}
          rows={data && clear}
          isFetching={isFetching && !data}
          error={isError ? texts.failed : undefined}
          onRetry={refetch}
          empty={<EmptyState text={texts.done} />}
        />
      ) : null}
      {others.length > 0 ? (
        <Disclosure summary={texts.unknown(others.length)} headingLevel={3} open={clear.length === 0}>
          <DataTable {...table} label={texts.unknown(others.length)} rows={others} empty={null} />
        </Disclosure>
      ) : null}
      <Drawer open={form.open} onOpenChange={form.onOpenChange} title={texts.formTitle}>
        {form.row ? (
          <ProposalForm
            key={form.row.id}
            proposal={form.row}
            onDone={() => {
              setHasAssigned(true)
              form.close()
            }}
          />
        ) : null}
      </Drawer>
    </section>
  )
}

const texts = energySiteTexts.proposals

const ProposalForm = lazy(async () => ({ default: (await import('./proposal-form.tsx')).ProposalForm }))

function useAssign(onAssigned: () => void): (proposal: EnergyProposal) => void {
  const assign = useAssignProposal()
  return ({ id }) =>
    assign.mutate(
      { id },
      {
        onSuccess: ({ name }) => {
          onAssigned()
          showSuccess(texts.assigned(name))
        },
        onError: showFailure,
      },
    )
}

const columns: readonly TableColumn<EnergyProposal>[] = [
  { key: 'name', header: texts.columns.name, cell: ({ name }) => name, note: sourceText, phone: 'title' },
  {
    key: 'example',
    header: texts.columns.example,
    cell: proposal => <span className="tabular">{exampleText(proposal)}</span>,
    note: ({ seenAt }) => formatRelative(seenAt),
    width: '10rem',
    phone: 'left',
  },
  { key: 'meaning', header: texts.columns.meaning, cell: meaningText, width: '15rem', phone: 'left' },
]

function assignColumn(onAssign: (proposal: EnergyProposal) => void): TableColumn<EnergyProposal> {
  return {
    key: 'assign',
    header: texts.columns.assign,
    cell: proposal => (
      <Button size="small" aria-label={texts.assignName(proposal.name)} onClick={() => onAssign(proposal)}>
        {texts.assign}
      </Button>
    ),
    width: '9rem',
    phone: 'left',
  }
}
