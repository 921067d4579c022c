import { IconPencil, IconPlus, IconTransform, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { EnergyChannel } from '#contract/energy-channels.ts'
import { isCounter } from '#contract/energy-roles.ts'
import { Button } from '#web/components/action/button.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { Tag } from '#web/components/display/tag.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { DeleteDialog } from '#web/components/overlay/delete-dialog.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { formatRelative } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { useDeleteChannel, useUpdateChannel } from './energy.mutations.ts'
import { channelsQuery } from './energy.query-options.ts'
import { channelDraftName } from './energy-drafts.ts'

/** The channels of a site with their latest values, for the owner. */
export function ChannelsSection({ siteId }: { siteId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(channelsQuery(siteId))
  const form = useRowDialog<EnergyChannel>({ startsOpen: () => hasDraft(channelDraftName(siteId, null)) })
  const doomed = useRowDialog<EnergyChannel>()
  const turnSign = useTurnSign()
  return (
    <section aria-labelledby="energy-channels" className="grid gap-4">
      <SectionHeader
        titleId="energy-channels"
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
        rowKey={channel => channel.id}
        rowName={channel => channel.name}
        rowActions={channel => [
          { label: commonTexts.edit, icon: <IconPencil />, onSelect: () => form.show(channel) },
          ...(isCounter(channel.measure)
            ? []
            : [{ label: texts.turnSign, icon: <IconTransform />, onSelect: () => turnSign(channel) }]),
          { label: commonTexts.delete, icon: <IconTrash />, tone: 'danger', onSelect: () => doomed.show(channel) },
        ]}
        isFetching={isFetching}
        error={isError ? energySiteTexts.failed : undefined}
        onRetry={refetch}
        empty={<EmptyState text={texts.empty} />}
        skeletonRows={4}
      />
      <Drawer open={form.open} onOpenChange={form.onOpenChange} title={form.row ? texts.edit : texts.add}>
        <ChannelForm key={form.row?.id ?? 'new'} siteId={siteId} channel={form.row} onDone={form.close} />
      </Drawer>
      <DeleteDialog
        {...doomed}
        question={({ name }) => texts.deleteQuestion(name)}
        confirmLabel={commonTexts.delete}
        explanation={() => texts.deleteText}
        remove={useDeleteChannel().mutateAsync}
        done={({ name }) => texts.deleted(name)}
      />
    </section>
  )
}

const texts = energySiteTexts.channels

const ChannelForm = lazy(async () => ({ default: (await import('./channel-form.tsx')).ChannelForm }))

/** The server recomputes stored values. */
function useTurnSign(): (channel: EnergyChannel) => void {
  const update = useUpdateChannel()
  return ({ id, revision, factor }) =>
    update.mutate(
      { id, revision, change: { factor: -factor } },
      {
        onSuccess: () => showSuccess(texts.turned),
        onError: showFailure,
      },
    )
}

const columns: readonly TableColumn<EnergyChannel>[] = [
  {
    key: 'name',
    header: texts.name,
    cell: channel => channel.name,
    note: channel => channel.key,
    phone: 'title',
  },
  {
    key: 'measure',
    header: texts.measure,
    cell: channel => `${energySiteTexts.roles[channel.role]}, ${energySiteTexts.measures[channel.measure]}`,
    phone: 'left',
  },
  {
    key: 'last',
    header: texts.last,
    cell: channel => (
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="tabular">{channel.lastValue === null ? '–' : formatNumber(channel.lastValue)}</span>
        {channel.isSignInDoubt ? <Tag>{texts.signInDoubt}</Tag> : null}
      </span>
    ),
    note: channel => (channel.lastAt === null ? null : formatRelative(channel.lastAt)),
    width: '12rem',
    phone: 'left',
  },
]
