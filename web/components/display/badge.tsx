import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconCircleDashed,
  IconCircleHalf2,
  IconClock,
  IconExclamationMark,
  IconMinus,
  IconQuestionMark,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'

export type BadgeTone = 'green' | 'amber' | 'blue' | 'red' | 'grey'
export type BadgeIcon = keyof typeof icons

export interface BadgeProps {
  tone: BadgeTone
  icon: BadgeIcon
  children: ReactNode
}

/** A state as word and icon on a tint: never by colour alone (WCAG 1.4.1). */
export function Badge({ tone, icon, children }: BadgeProps) {
  const Icon = icons[icon]
  return (
    <span
      data-tint={tone}
      className={`inline-flex min-h-7 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 text-small font-semibold ${badgeTints[tone]}`}
    >
      <Icon aria-hidden="true" size={14} stroke={icon === 'half' ? 2 : 2.75} className="shrink-0" />
      {children}
    </span>
  )
}

const badgeTints: Record<BadgeTone, string> = {
  green: 'bg-green-tint text-green',
  amber: 'bg-amber-tint text-amber',
  blue: 'bg-blue-tint text-blue',
  red: 'bg-red-tint text-red',
  grey: 'bg-grey-tint text-grey',
}

const icons = {
  check: IconCheck,
  half: IconCircleHalf2,
  dashed: IconCircleDashed,
  dash: IconMinus,
  exclamation: IconExclamationMark,
  question: IconQuestionMark,
  clock: IconClock,
  cross: IconX,
  up: IconArrowUp,
  down: IconArrowDown,
}
