import { IconHistory, IconKey, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import type { ServiceCredential } from '#contract/service-credentials.ts'
import { Button } from '#web/components/action/button.tsx'
import { CopyButton } from '#web/components/action/copy-button.tsx'
import { Badge } from '#web/components/display/badge.tsx'
import { Menu, type MenuAction } from '#web/components/overlay/menu.tsx'
import { PasswordLine, type PasswordLineProps } from '#web/components/password/password-line.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { credentialTexts as texts } from '#web/texts/credentials.texts.ts'
import { passwordTexts } from '#web/texts/passwords.texts.ts'

type RevealedProps = Omit<PasswordLineProps, 'of' | 'hasPassword' | 'canReveal' | 'onSet'>

interface CredentialRowProps extends RevealedProps {
  credential: ServiceCredential
  onSet: () => void
  onEdit: () => void
  onRemovePassword: () => void
  onDelete: () => void
  onShowReveals: () => void
  /** If given, the viewer can ask the business for another password. */
  onAskForPassword: (() => void) | undefined
}

/** One credential: purpose, user name, password and actions. */
export function CredentialRow(props: CredentialRowProps) {
  const { credential, onAskForPassword } = props
  const { label, username, isShared } = credential
  const may = new Set(credential.permissions)
  const headingId = useId()
  const actions = actionsOf(props)
  return (
    <li aria-labelledby={headingId} className="grid gap-3 p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={headingId} className="min-w-0 font-sans text-body font-semibold tracking-normal wrap-anywhere">
            {label}
          </h3>
          {may.has('update') ? (
            <Badge tone={isShared ? 'blue' : 'grey'} icon={isShared ? 'check' : 'dash'}>
              {isShared ? texts.shared : texts.staffOnly}
            </Badge>
          ) : null}
        </div>
        {actions.length > 0 ? <Menu label={commonTexts.rowActions(label)} actions={actions} /> : null}
      </div>
      <dl className="grid gap-3 text-label sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-4">
        <dt className="text-muted sm:flex sm:min-h-[38px] sm:items-center">{texts.username}</dt>
        <dd className="flex min-h-[38px] min-w-0 items-center gap-1 phone:-mt-3">
          {username === '' ? (
            '–'
          ) : (
            <>
              <span translate="no" className="min-w-0 font-mono wrap-anywhere">
                {username}
              </span>
              <CopyButton name={texts.usernameOf(label)} value={username} />
            </>
          )}
        </dd>
        <dt className="text-muted sm:flex sm:min-h-[38px] sm:items-center sm:self-start">{passwordTexts.name}</dt>
        <dd className="min-w-0 phone:-mt-3">
          <PasswordLine
            {...props}
            of={label}
            hasPassword={credential.hasPassword}
            canReveal={may.has('reveal')}
            onSet={may.has('setPassword') ? props.onSet : undefined}
          />
        </dd>
      </dl>
      <div data-screen-only="" className="-mx-3 flex flex-wrap gap-x-1">
        <Button
          size="small"
          variant="quiet"
          icon={<IconHistory />}
          aria-label={texts.reveals.openOf(label)}
          onClick={props.onShowReveals}
        >
          {texts.reveals.open}
        </Button>
        {onAskForPassword && credential.hasPassword ? (
          <Button
            size="small"
            variant="quiet"
            icon={<IconRefresh />}
            aria-label={texts.askFor.openOf(label)}
            onClick={onAskForPassword}
          >
            {texts.askFor.open}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

function actionsOf({ credential, onEdit, onSet, onRemovePassword, onDelete }: CredentialRowProps): MenuAction[] {
  const { permissions, hasPassword } = credential
  const actions: MenuAction[] = []
  if (permissions.includes('update')) {
    actions.push({ label: commonTexts.edit, icon: <IconPencil />, onSelect: onEdit })
  }
  if (permissions.includes('setPassword')) {
    actions.push({
      label: hasPassword ? passwordTexts.replace : passwordTexts.set,
      icon: <IconKey />,
      onSelect: onSet,
    })
    if (hasPassword)
      actions.push({ label: texts.removePassword.action, icon: <IconTrash />, onSelect: onRemovePassword })
  }
  if (permissions.includes('delete')) {
    actions.push({ label: commonTexts.delete, icon: <IconTrash />, tone: 'danger', onSelect: onDelete })
  }
  return actions
}
