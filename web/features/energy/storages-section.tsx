import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { EnergyStorage } from '#contract/energy-storages.ts'
import { Button } from '#web/components/action/button.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { DeleteDialog } from '#web/components/overlay/delete-dialog.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { energyStorageTexts } from '#web/texts/energy-storages.texts.ts'
import { useDeleteStorage } from './energy.mutations.ts'
import { storagesQuery } from './energy.query-options.ts'
import { storageDraftName } from './energy-drafts.ts'

/** The storages of a site, for the owner. */
export function StoragesSection({ siteId }: { siteId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(storagesQuery(siteId))
  const form = useRowDialog<EnergyStorage>({ startsOpen: () => hasDraft(storageDraftName(siteId, null)) })
  const doomed = useRowDialog<EnergyStorage>()
  return (
    <section aria-labelledby="energy-storages" className="grid gap-4">
      <SectionHeader
        titleId="energy-storages"
        title={texts.title}
        lead={texts.lead}
        actions={
          <Button size="small" icon={<IconPlus />} onClick={() => form.show(null)}>
            {texts.add}
          </Button>
        }
      />
      <DataTable
        label={texts.title}
        columns={columns}
        rows={data?.results}
        rowKey={storage => storage.id}
        rowName={storage => storage.name}
        rowActions={storage => [
          { label: commonTexts.edit, icon: <IconPencil />, onSelect: () => form.show(storage) },
          { label: commonTexts.delete, icon: <IconTrash />, tone: 'danger', onSelect: () => doomed.show(storage) },
        ]}
        isFetching={isFetching}
        error={isError ? texts.failed : undefined}
        onRetry={refetch}
        empty={<EmptyState text={texts.empty} />}
        skeletonRows={2}
      />
      <Drawer open={form.open} onOpenChange={form.onOpenChange} title={form.row ? texts.edit : texts.add}>
        <StorageForm key={form.row?.id ?? 'new'} siteId={siteId} storage={form.row} onDone={form.close} />
      </Drawer>
      <DeleteDialog
        {...doomed}
        question={({ name }) => texts.deleteQuestion(name)}
        confirmLabel={commonTexts.delete}
        explanation={() => texts.deleteText}
        remove={useDeleteStorage().mutateAsync}
        done={({ name }) => texts.deleted(name)}
      />
    </section>
  )
}

const texts = energyStorageTexts

const StorageForm = lazy(async () => ({ default: (await import('./storage-form.tsx')).StorageForm }))

const columns: readonly TableColumn<EnergyStorage>[] = [
  {
    key: 'name',
    header: texts.name,
    cell: storage => storage.name,
    note: storage => texts.kinds[storage.kind],
    phone: 'title',
  },
  {
    key: 'content',
    header: texts.content,
    cell: ({ maxWh }) => <span className="tabular">{energySiteTexts.kilowattHours(maxWh / 1_000)}</span>,
    phone: 'left',
  },
  {
    key: 'power',
    header: texts.power,
    cell: ({ maxChargeW, maxDischargeW }) => (
      <span className="tabular">
        {texts.powers(
          energySiteTexts.kilowatts(maxChargeW / 1_000),
          maxDischargeW === 0 ? null : energySiteTexts.kilowatts(maxDischargeW / 1_000),
        )}
      </span>
    ),
    phone: 'left',
  },
]
