import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { EnergySite } from '#contract/energy-sites.ts'
import type { EnergyTariff } from '#contract/energy-tariffs.ts'
import { Button } from '#web/components/action/button.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { Tag } from '#web/components/display/tag.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { DeleteDialog } from '#web/components/overlay/delete-dialog.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { berlinDate, formatDate, formatEur } from '#web/lib/format/format.ts'
import { formatPercent } from '#web/lib/format/format-number.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { energyTariffTexts } from '#web/texts/energy-tariffs.texts.ts'
import { tariffDraftName } from './energy-drafts.ts'
import { useDeleteTariff } from './energy-tariff.mutations.ts'
import { tariffsQuery } from './energy-tariff.query-options.ts'
import { grossPrices } from './tariff-values.ts'

/** The tariffs of a site with their history, for its customer and the owner. */
export function TariffsSection({ site }: { site: EnergySite }) {
  const { data, isError, isFetching, refetch } = useQuery(tariffsQuery(site.id))
  const mayAdd = site.permissions.includes('addTariff')
  const form = useRowDialog<EnergyTariff>({ startsOpen: () => mayAdd && hasDraft(tariffDraftName(site.id, null)) })
  const doomed = useRowDialog<EnergyTariff>()
  const rows = data && spansOf(data.results)
  const hidden = data ? data.count - data.results.length : 0
  const add = mayAdd ? (
    <Button size="small" icon={<IconPlus />} onClick={() => form.show(null)}>
      {texts.add}
    </Button>
  ) : null
  return (
    <section aria-labelledby="energy-tariffs" className="grid grid-cols-1 gap-4">
      <SectionHeader titleId="energy-tariffs" title={texts.title} lead={texts.lead} actions={add} />
      <DataTable
        label={texts.title}
        columns={columns}
        rows={rows}
        rowKey={({ tariff }) => tariff.id}
        rowName={({ tariff }) => tariff.name}
        rowActions={({ tariff }) => [
          ...(tariff.permissions.includes('update')
            ? [{ label: commonTexts.edit, icon: <IconPencil />, onSelect: () => form.show(tariff) }]
            : []),
          ...(tariff.permissions.includes('delete')
            ? [
                {
                  label: commonTexts.delete,
                  icon: <IconTrash />,
                  tone: 'danger' as const,
                  onSelect: () => doomed.show(tariff),
                },
              ]
            : []),
        ]}
        isFetching={isFetching}
        error={isError ? texts.failed : undefined}
        onRetry={refetch}
        empty={<EmptyState text={texts.empty} />}
        skeletonRows={2}
      />
      {hidden > 0 ? <p className="text-label text-muted">{texts.older(hidden)}</p> : null}
      <Drawer open={form.open} onOpenChange={form.onOpenChange} title={form.row ? texts.edit : texts.addTitle}>
        <TariffForm
          key={form.row?.id ?? 'new'}
          site={site}
          tariff={form.row}
          former={data?.results[0] ?? null}
          onDone={form.close}
        />
      </Drawer>
      <DeleteDialog
        {...doomed}
        question={({ name }) => texts.deleteQuestion(name)}
        confirmLabel={commonTexts.delete}
        explanation={({ id }) => (rows?.at(-1)?.tariff.id === id ? texts.deleteFirstText : texts.deleteText)}
        remove={useDeleteTariff().mutateAsync}
        refresh={refetch}
        done={({ name }) => texts.deleted(name)}
      />
    </section>
  )
}

const texts = energyTariffTexts

const TariffForm = lazy(async () => ({ default: (await import('./tariff-form.tsx')).TariffForm }))

/** `to`: the last day; null while no later tariff is known. */
type TariffSpan = { tariff: EnergyTariff; to: string | null; isNow: boolean }

/** `tariffs`: the latest first. */
function spansOf(tariffs: readonly EnergyTariff[]): TariffSpan[] {
  const today = berlinDate()
  return tariffs.map((tariff, index) => {
    const next = tariffs[index - 1]?.validFrom
    const isNow = tariff.validFrom <= today && (next === undefined || next > today)
    return { tariff, to: next === undefined ? null : dayBefore(next), isNow }
  })
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)
}

const columns: readonly TableColumn<TariffSpan>[] = [
  {
    key: 'name',
    header: texts.columns.name,
    cell: ({ tariff, isNow }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="wrap-anywhere">{tariff.name}</span>
        {isNow ? <Tag>{texts.isNow}</Tag> : null}
      </span>
    ),
    note: ({ tariff }) => texts.kinds[tariff.tariff.supply.spotShare > 0 ? 'dynamic' : 'fixed'],
    phone: 'title',
  },
  {
    key: 'days',
    header: texts.columns.days,
    cell: ({ tariff, to }) => (
      <span className="tabular">{texts.days(formatDate(tariff.validFrom), to === null ? null : formatDate(to))}</span>
    ),
    phone: 'left',
  },
  {
    key: 'price',
    header: texts.columns.price,
    cell: ({ tariff: { tariff } }) => (
      <span className="tabular">
        {texts.priceOf(texts.cents(grossPrices(tariff).usualCt), tariff.supply.spotShare > 0)}
      </span>
    ),
    note: ({ tariff: { tariff } }) => {
      const { leastCt, mostCt } = grossPrices(tariff)
      const vat = texts.vatNote(formatPercent(tariff.vat))
      return leastCt === mostCt ? vat : `${texts.inWindows(texts.cents(leastCt), texts.cents(mostCt))}, ${vat}`
    },
    phone: 'left',
  },
  {
    key: 'feedIn',
    header: texts.columns.feedIn,
    cell: ({ tariff: { tariff } }) => (
      <span className="tabular">{texts.priceOf(texts.cents(tariff.feedIn.ct), tariff.feedIn.spotShare > 0)}</span>
    ),
    phone: 'left',
  },
  {
    key: 'monthly',
    header: texts.columns.monthly,
    cell: ({ tariff }) => <span className="tabular">{formatEur(tariff.monthlyEur)}</span>,
    phone: 'left',
  },
]
