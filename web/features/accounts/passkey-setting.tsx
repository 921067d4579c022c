import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Passkey, passkeys } from '#contract/passkeys.ts'
import { Button } from '#web/components/action/button.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { isShown, ProblemError } from '#web/lib/api/api-error.ts'
import { formatDate, formatRelative } from '#web/lib/format/format.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { passkeyTexts as texts } from '#web/texts/passkeys.texts.ts'
import { canUsePasskeys, makePasskey, PasskeyError } from './passkey-authenticator.ts'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { useRefresh } from './second-factor.mutations.ts'

interface PasskeySettingProps {
  passkeys: readonly Passkey[]
  /** Called with the recovery codes that come with the account's first factor. */
  onRecoveryCodes: (codes: readonly string[]) => void
}

type Question = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

/** Lists the user's own passkeys, with actions to add, rename and remove them. */
export function PasskeySetting({ passkeys: own, onRecoveryCodes }: PasskeySettingProps) {
  const refresh = useRefresh()
  const [question, setQuestion] = useState<Question>()
  const [isAsking, setAsking] = useState(false)
  const ask = (next: Question) => {
    setQuestion(next)
    setAsking(true)
  }
  const finish = async (message: string) => {
    setAsking(false)
    showSuccess(message)
    await refresh()
  }
  async function add(name: string) {
    const codes = await makePasskey(name)
    if (codes.length > 0) onRecoveryCodes(codes)
    await finish(texts.created(name))
  }
  async function rename(passkey: Passkey, name: string) {
    await call(passkeys.rename, { params: { id: passkey.id }, body: { name } })
    await finish(texts.renamed)
  }
  const remove = useMutation({ mutationFn: ({ id }: Passkey) => call(passkeys.remove, { params: { id } }) })
  const named = question && question.kind !== 'add' ? question.passkey : undefined

  return (
    <div className="grid gap-4">
      <div>
        <h3 className="text-lead">{texts.title}</h3>
        <p className="mt-1 text-label text-muted">{texts.lead}</p>
      </div>
      <PasskeyList passkeys={own} onAsk={ask} />
      <Button
        className="justify-self-start"
        fullOnPhone
        icon={<IconFingerprint aria-hidden="true" />}
        onClick={() =>
          canUsePasskeys()
            ? ask({ kind: 'add' })
            : showToast({ kind: 'error', title: texts.failedTitle, message: texts.notPossible })
        }
      >
        {texts.add}
      </Button>
      <Dialog
        open={isAsking && question !== undefined && question.kind !== 'remove'}
        onOpenChange={setAsking}
        title={named ? texts.formRename : texts.formAdd}
        size="small"
      >
        <PasskeyNameForm
          label={named ? texts.formRename : texts.formAdd}
          start={named?.name ?? ''}
          submit={named ? texts.saveName : texts.create}
          onSubmit={name => (named ? rename(named, name) : add(name))}
          onFailure={showPasskeyFailure}
        />
      </Dialog>
      <ConfirmDialog
        open={isAsking && question?.kind === 'remove'}
        onOpenChange={setAsking}
        title={texts.removeQuestion(named?.name ?? '')}
        confirmLabel={texts.remove}
        onConfirm={async () => {
          if (named === undefined) return
          await remove.mutateAsync(named)
          await finish(texts.removed(named.name))
        }}
        onFailure={showPasskeyFailure}
      >
        {texts.removeText}
      </ConfirmDialog>
    </div>
  )
}

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  onAsk: (question: { kind: 'rename' | 'remove'; passkey: Passkey }) => void
}

function PasskeyList({ passkeys: own, onAsk }: PasskeyListProps) {
  if (own.length === 0) return <p className="text-label">{texts.empty}</p>
  return (
    <ul aria-label={texts.list} className="divide-y divide-hairline border-hairline border-y">
      {own.map(passkey => (
        <PasskeyRow key={passkey.id} passkey={passkey} onAsk={kind => onAsk({ kind, passkey })} />
      ))}
    </ul>
  )
}

function PasskeyRow({ passkey, onAsk }: { passkey: Passkey; onAsk: (kind: 'rename' | 'remove') => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="grid min-w-0 grow basis-52 gap-0.5">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-muted text-small">
          {lastUsedAt === null ? texts.neverUsed : texts.lastUsed(formatRelative(lastUsedAt))}
        </p>
        <p className="text-muted text-small">{texts.since(formatDate(createdAt))}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="small" aria-label={texts.renameLabel(name)} onClick={() => onAsk('rename')}>
          {texts.rename}
        </Button>
        <Button size="small" aria-label={texts.removeLabel(name)} onClick={() => onAsk('remove')}>
          {texts.remove}
        </Button>
      </div>
    </li>
  )
}

function showPasskeyFailure(error: unknown): void {
  if (isShown(error)) return
  const isKnown = error instanceof ProblemError || error instanceof PasskeyError
  const message = isKnown ? error.message : commonTexts.unexpectedFailure
  showToast({ kind: 'error', title: texts.failedTitle, message })
}
