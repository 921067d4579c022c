import { Badge, type BadgeIcon, type BadgeTone } from './badge.tsx'

/** How the states of one vocabulary look, and their German words. */
export interface StateLooks<State extends string = string> {
  readonly looks: Readonly<Record<State, readonly [tone: BadgeTone, icon: BadgeIcon]>>
  /** Also has a word for a state of a newer server. */
  readonly text: (state: string) => string
}

interface StateBadgeProps {
  /** Null is the state `none`. */
  state: string | null
  looks: StateLooks
}

/** A state as word and icon. A state of a newer server is shown as unknown. */
export function StateBadge({ state, looks: { looks, text } }: StateBadgeProps) {
  const known = state ?? 'none'
  const [tone, icon] = (Object.hasOwn(looks, known) ? looks[known] : undefined) ?? ['grey', 'question']
  return (
    <Badge tone={tone} icon={icon}>
      {text(known)}
    </Badge>
  )
}
