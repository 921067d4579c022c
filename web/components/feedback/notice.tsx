import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { unbroken } from '#web/components/display/unbroken.tsx'

export type NoticeKind = 'info' | 'success' | 'warning' | 'error'

export interface NoticeProps {
  kind: NoticeKind
  title?: ReactNode
  children?: ReactNode
  /** A button or a link below the text. */
  action?: ReactNode
  /** Announces the notice when it appears: errors interrupt, other kinds wait. */
  live?: boolean | undefined
  /** Language of a text that is not German. */
  lang?: string | undefined
}

/** A tinted block with a message about the part of the page around it. */
export function Notice({ kind, title, children, action, live = false, lang }: NoticeProps) {
  const { Icon, tint } = kinds[kind]
  return (
    <div
      data-tint={kind}
      role={live ? (kind === 'error' ? 'alert' : 'status') : undefined}
      lang={lang}
      className={`flex gap-3 rounded-box p-4 text-label phone:p-3 ${tint}`}
    >
      <Icon aria-hidden="true" size={22} className="shrink-0" />
      <div className="grid min-w-0 flex-1 content-start gap-1">
        {title ? <p className="font-semibold">{unbroken(title)}</p> : null}
        {children ? <div>{unbroken(children)}</div> : null}
        {action ? <div className="mt-2">{action}</div> : null}
      </div>
    </div>
  )
}

const kinds = {
  info: { Icon: IconInfoCircle, tint: 'bg-blue-tint text-blue' },
  success: { Icon: IconCircleCheck, tint: 'bg-green-tint text-green' },
  warning: { Icon: IconAlertTriangle, tint: 'bg-amber-tint text-amber' },
  error: { Icon: IconExclamationCircle, tint: 'bg-red-tint text-red' },
}
