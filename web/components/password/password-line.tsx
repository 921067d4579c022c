import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { Badge } from '#web/components/display/badge.tsx'
import { passwordTexts as texts } from '#web/texts/passwords.texts.ts'

export interface PasswordLineProps {
  /** The thing the password opens, for the labels of the buttons. */
  of: string
  hasPassword: boolean
  canReveal: boolean
  /** The password while it is revealed. */
  password: string | undefined
  secondsLeft: number
  /** True if its key is missing, so revealing it failed. */
  isUnreadable: boolean
  busy: 'reveal' | 'copy' | undefined
  onReveal: () => void
  onHide: () => void
  onCopy: () => void
  /** Set if the viewer may store a password. */
  onSet: (() => void) | undefined
}

/** A password: dots, the revealed password for a limited time, or why it is unavailable. */
export function PasswordLine(props: PasswordLineProps) {
  const { of, hasPassword, canReveal, isUnreadable, onSet } = props
  if (!hasPassword) {
    return (
      <Line>
        <span className="text-muted">{texts.none}</span>
        {onSet ? (
          <Button size="small" aria-label={texts.setOf(of)} onClick={onSet}>
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
        <p className="text-small text-muted">{onSet ? texts.unreadableStaff : texts.unreadableCustomer}</p>
      </div>
    )
  }
  if (!canReveal) {
    return (
      <div className="grid gap-1">
        <Dots />
        <p className="text-small text-muted">{texts.notInView}</p>
      </div>
    )
  }
  return <RevealableLine {...props} />
}

function RevealableLine({ of, password, secondsLeft, busy, onReveal, onHide, onCopy }: PasswordLineProps) {
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
            aria-label={isShown ? texts.hideOf(of) : texts.revealOf(of)}
            busy={busy === 'reveal'}
            onClick={isShown ? onHide : onReveal}
          >
            {isShown ? texts.hide : texts.reveal}
          </Button>
          <Button
            size="small"
            icon={<IconCopy />}
            aria-label={texts.copyOf(of)}
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
