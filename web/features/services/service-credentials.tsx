import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ServiceCredential } from '#contract/service-credentials.ts'
import type { Service } from '#contract/services.ts'
import { Button } from '#web/components/action/button.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { usePasswordActions } from '#web/components/password/use-password-actions.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { credentialTexts as texts } from '#web/texts/credentials.texts.ts'
import { CredentialRow } from './credential-row.tsx'
import { CredentialWindows, type OpenedWindow } from './credential-windows.tsx'
import { useRefreshServices } from './service.mutations.ts'
import { useFetchPassword } from './service-credential.mutations.ts'
import { credentialsQuery } from './service-credential.query-options.ts'
import { credentialDraftName } from './service-drafts.ts'

export interface ServiceCredentialsProps {
  service: Service
  /** If given, the viewer can ask the business for another password. */
  onAskForPassword?: ((credential: ServiceCredential) => void) | undefined
}

/** The credentials of a device or website. */
export function ServiceCredentials({ service, onAskForPassword }: ServiceCredentialsProps) {
  const list = useQuery(credentialsQuery(service.id))
  const fetchPassword = useFetchPassword()
  const actions = usePasswordActions({ fetchPassword, refresh: useRefreshServices() })
  const [opened, setOpened] = useState<OpenedWindow | undefined>(() =>
    hasDraft(credentialDraftName(null)) ? { kind: 'form', credential: null } : undefined,
  )
  const [isOpen, setOpen] = useState(opened !== undefined)
  const rows = list.data?.results
  const canAdd = service.permissions.includes('addCredential')
  const titleId = useId()

  function show(next: OpenedWindow) {
    // The form covers the revealed password, and the list may be about to show another service.
    actions.hide()
    setOpened(next)
    setOpen(true)
  }
  // An empty list that cannot be extended is hidden.
  if (rows?.length === 0 && !canAdd) return null
  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <SectionHeader
        title={texts.title}
        titleId={titleId}
        actions={
          canAdd ? (
            <Button size="small" icon={<IconPlus />} onClick={() => show({ kind: 'form', credential: null })}>
              {texts.add}
            </Button>
          ) : null
        }
      />
      {list.isError ? <ErrorState text={texts.failed} onRetry={list.refetch} busy={list.isFetching} /> : null}
      {rows === undefined && !list.isError ? <SkeletonText lines={4} /> : null}
      {rows ? (
        <div className="rounded-box border border-hairline bg-surface">
          {rows.length === 0 ? <EmptyState text={texts.empty} /> : null}
          <ul className="divide-y divide-hairline">
            {rows.map(credential => (
              <CredentialRow
                key={credential.id}
                credential={credential}
                {...actions.of(credential)}
                isUnreadable={!credential.isReadable || actions.of(credential).isUnreadable}
                onSet={() => show({ kind: 'password', credential })}
                onEdit={() => show({ kind: 'form', credential })}
                onRemovePassword={() => show({ kind: 'removal', credential })}
                onDelete={() => show({ kind: 'deletion', credential })}
                onShowReveals={() => show({ kind: 'reveals', credential })}
                onAskForPassword={
                  onAskForPassword && !credential.permissions.includes('setPassword')
                    ? () => onAskForPassword(credential)
                    : undefined
                }
              />
            ))}
          </ul>
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {actions.announcement}
      </p>
      {opened ? <CredentialWindows service={service} opened={opened} open={isOpen} onOpenChange={setOpen} /> : null}
    </section>
  )
}
