import { lazy } from 'react'
import type { ServiceCredential } from '#contract/service-credentials.ts'
import type { Service } from '#contract/services.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { credentialTexts as texts } from '#web/texts/credentials.texts.ts'
import { useDeleteCredential, useRemovePassword } from './service-credential.mutations.ts'

/** The open dialog; without a credential the form adds one. */
export type OpenedWindow =
  | { kind: 'form'; credential: ServiceCredential | null }
  | { kind: 'password' | 'removal' | 'deletion' | 'reveals'; credential: ServiceCredential }

interface CredentialWindowsProps {
  service: Pick<Service, 'id' | 'name'>
  opened: OpenedWindow
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialogs of a list of credentials, one at a time. The last one keeps its content while it closes. */
export function CredentialWindows({ service, opened, ...window }: CredentialWindowsProps) {
  const close = () => window.onOpenChange(false)
  const { kind, credential } = opened
  switch (kind) {
    case 'form':
      return (
        <Drawer {...window} title={credential ? texts.editTitle : texts.addTitle}>
          <CredentialForm key={credential?.id ?? 'new'} serviceId={service.id} credential={credential} onDone={close} />
        </Drawer>
      )
    case 'password':
      return (
        <Dialog {...window} title={texts.setPassword.title(credential)} size="small">
          <PasswordForm key={credential.id} credential={credential} onDone={close} />
        </Dialog>
      )
    case 'reveals':
      return (
        <Drawer {...window} title={texts.reveals.title(credential.label)} description={texts.reveals.lead}>
          <RevealList key={credential.id} credential={credential} service={service} />
        </Drawer>
      )
    case 'removal':
      return <RemovalQuestion {...window} credential={credential} />
    case 'deletion':
      return <DeletionQuestion {...window} credential={credential} />
  }
}

interface QuestionProps {
  credential: ServiceCredential
  open: boolean
  onOpenChange: (open: boolean) => void
}

function RemovalQuestion({ credential, ...window }: QuestionProps) {
  const remove = useRemovePassword()
  const { action, question, explanation, done } = texts.removePassword
  async function removePassword() {
    await remove.mutateAsync(credential)
    showSuccess(done(credential.label))
  }
  return (
    <ConfirmDialog
      {...window}
      title={question(credential.label)}
      confirmLabel={action}
      onConfirm={removePassword}
      onFailure={error => {
        showFailure(error)
        window.onOpenChange(false)
      }}
    >
      {explanation}
    </ConfirmDialog>
  )
}

function DeletionQuestion({ credential, ...window }: QuestionProps) {
  const remove = useDeleteCredential()
  async function deleteCredential() {
    await remove.mutateAsync(credential)
    showSuccess(texts.deleted(credential.label))
  }
  return (
    <ConfirmDialog
      {...window}
      title={texts.deleteQuestion(credential.label)}
      confirmLabel={texts.delete}
      onConfirm={deleteCredential}
      onFailure={error => {
        showFailure(error)
        window.onOpenChange(false)
      }}
    >
      {texts.deleteExplanation}
    </ConfirmDialog>
  )
}

// A dialog opens when its content has loaded.
const CredentialForm = lazy(async () => ({ default: (await import('./credential-form.tsx')).CredentialForm }))
const PasswordForm = lazy(async () => ({ default: (await import('./credential-password-form.tsx')).PasswordForm }))
const RevealList = lazy(async () => ({ default: (await import('./reveal-list.tsx')).RevealList }))
