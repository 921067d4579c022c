import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ServiceCredential } from '#contract/service-credentials.ts'
import { Button } from '#web/components/action/button.tsx'
import { Badge } from '#web/components/display/badge.tsx'
import { credentialTexts } from '#web/texts/credentials.texts.ts'

export interface PasswordLineProps {
  credential: ServiceCredential
  /** The password while it is revealed. */
  password: string | undefined
  secondsLeft: number
  /** True if its key is missing, so revealing it failed. */
  isUnreadable: boolean
  busy: 'reveal' | 'copy' | undefined
  onReveal: () => void
  onHide: () => void
  onCopy: () => void
  onSet: () => void
}

/** The password of a credential: dots, the revealed password for a limited time, or why it is unavailable. */
export function PasswordLine(props: PasswordLineProps) {
  const { credential, isUnreadable } = props
  const canSet = credential.permissions.includes('setPassword')
  if (!credential.hasPassword) {
    return (
      <Line>
        <span className="text-muted">{texts.none}</span>
        {canSet ? (
          <Button size="small" aria-label={texts.setOf(credential.label)} onClick={props.onSet}>
            {texts.set}
          </Button>
        ) : null}
      </Line>
    )
  }
  if (isUnreadable) {
    return (
      <div className="grid justify-items-start gap-2">
        <Badge tone="red" icon="cross">
          {texts.unreadable}
        </Badge>
        <p className="text-small text-muted">{canSet ? texts.unreadableStaff : texts.unreadableCustomer}</p>
      </div>
    )
  }
  if (!credential.permissions.includes('reveal')) {
    return (
      <div className="grid gap-1">
        <Dots />
        <p className="text-small text-muted">{texts.notInView}</p>
      </div>
    )
  }
  return <RevealableLine {...props} />
}

const texts = credentialTexts.password

function RevealableLine({ credential, password, secondsLeft, busy, onReveal, onHide, onCopy }: PasswordLineProps) {
  const isShown = password !== undefined
  return (
    <div className="grid gap-1">
      <Line>
        {isShown ? (
          <code
            translate="no"
            data-screen-only=""
            className="min-w-0 select-all rounded-control bg-sunken px-2 py-1 font-mono text-label whitespace-pre-wrap wrap-anywhere"
          >
            {password}
          </code>
        ) : (
          <Dots />
        )}
        <span data-screen-only="" className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={isShown ? <IconEyeOff /> : <IconEye />}
            aria-label={isShown ? texts.hideOf(credential.label) : texts.revealOf(credential.label)}
            busy={busy === 'reveal'}
            onClick={isShown ? onHide : onReveal}
          >
            {isShown ? texts.hide : texts.reveal}
          </Button>
          <Button
            size="small"
            icon={<IconCopy />}
            aria-label={texts.copyOf(credential.label)}
            busy={busy === 'copy'}
            onClick={onCopy}
          >
            {texts.copy}
          </Button>
        </span>
      </Line>
      {isShown ? <p className="tabular text-small text-muted">{texts.hidesIn(secondsLeft)}</p> : null}
    </div>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <div className="flex min-h-[38px] flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
}

/** A fixed number: the length of a password is confidential. */
function Dots() {
  return (
    <span className="font-mono">
      <span aria-hidden="true">••••••••••</span>
      <span className="sr-only">{texts.hidden}</span>
    </span>
  )
}
