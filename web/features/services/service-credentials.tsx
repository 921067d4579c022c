import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, useId, useState } from 'react'
import type { ServiceCredential } from '#contract/service-credentials.ts'
import type { Service } from '#contract/services.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { DataTable } from '#web/components/data-table.tsx'
import { Drawer } from '#web/components/drawer.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { showFailure } from '#web/components/failure-toast.ts'
import type { MenuAction } from '#web/components/menu.tsx'
import { SectionHeader } from '#web/components/section-header.tsx'
import type { TableColumn } from '#web/components/table-column.ts'
import { showToast } from '#web/components/toast.ts'
import { hasDraft } from '#web/lib/draft-storage.ts'
import { commonTexts } from '#web/texts/common.ts'
import { serviceTexts } from '#web/texts/services.ts'
import { useDeleteCredential } from './commands.ts'
import { credentialsQuery } from './queries.ts'
import { credentialDraftName } from './service-drafts.ts'

/** The accounts on a device or a website. */
export function ServiceCredentials({ service }: { service: Service }) {
  const list = useQuery(credentialsQuery(service.id))
  const remove = useDeleteCredential()
  const [edited, setEdited] = useState<ServiceCredential | null>(null)
  const [isFormOpen, setFormOpen] = useState(() => hasDraft(credentialDraftName(null)))
  const [doomed, setDoomed] = useState<ServiceCredential>()
  const [asksToDelete, setAsksToDelete] = useState(false)
  const rows = list.data?.results
  const canAdd = service.permissions.includes('addCredential')
  const titleId = useId()
  const hasActions = rows?.some(row => row.permissions.length > 0) ?? false

  function openForm(credential: ServiceCredential | null) {
    setEdited(credential)
    setFormOpen(true)
  }
  async function deleteCredential(gone: ServiceCredential) {
    await remove.mutateAsync(gone)
    showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.deleted(gone.label) })
  }
  const actionsOf = (credential: ServiceCredential): MenuAction[] => [
    ...(credential.permissions.includes('update')
      ? [{ label: commonTexts.edit, icon: <IconPencil />, onSelect: () => openForm(credential) }]
      : []),
    ...(credential.permissions.includes('delete')
      ? [
          {
            label: commonTexts.delete,
            icon: <IconTrash />,
            tone: 'danger' as const,
            onSelect: () => {
              setDoomed(credential)
              setAsksToDelete(true)
            },
          },
        ]
      : []),
  ]
  // What is not there, and cannot be added, takes no room.
  if (rows?.length === 0 && !canAdd) return null
  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <SectionHeader
        title={texts.title}
        titleId={titleId}
        actions={
          canAdd ? (
            <Button size="small" icon={<IconPlus />} onClick={() => openForm(null)}>
              {texts.add}
            </Button>
          ) : null
        }
      />
      <DataTable
        label={texts.title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ label }) => label}
        rowActions={hasActions ? actionsOf : undefined}
        error={list.isError ? texts.failed : undefined}
        onRetry={list.refetch}
        isFetching={list.isFetching}
        empty={<EmptyState text={texts.empty} />}
        skeletonRows={2}
      />
      <Drawer open={isFormOpen} onOpenChange={setFormOpen} title={edited ? texts.editTitle : texts.addTitle}>
        <CredentialForm
          key={edited?.id ?? 'new'}
          serviceId={service.id}
          credential={edited}
          onDone={() => setFormOpen(false)}
        />
      </Drawer>
      {doomed ? (
        <ConfirmDialog
          open={asksToDelete}
          onOpenChange={setAsksToDelete}
          title={texts.deleteQuestion(doomed.label)}
          confirmLabel={texts.delete}
          onConfirm={() => deleteCredential(doomed)}
          onFailure={error => {
            showFailure(error)
            setAsksToDelete(false)
          }}
        >
          {texts.deleteExplanation}
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

const texts = serviceTexts.credentials

// The drawer shows itself when what is in it is there.
const CredentialForm = lazy(async () => ({ default: (await import('./credential-form.tsx')).CredentialForm }))

const columns: readonly TableColumn<ServiceCredential>[] = [
  {
    key: 'label',
    header: texts.label,
    cell: ({ label }) => <span className="font-medium">{label}</span>,
    note: ({ isShared }) => (isShared ? null : texts.staffOnly),
    phone: 'title',
  },
  {
    key: 'username',
    header: texts.username,
    cell: ({ username }) =>
      username === '' ? (
        '–'
      ) : (
        <span className="-my-2 inline-flex items-center gap-1">
          <span className="min-w-0 font-mono text-small wrap-anywhere">{username}</span>
          <CopyButton name={texts.username} value={username} />
        </span>
      ),
    phone: 'left',
  },
]
