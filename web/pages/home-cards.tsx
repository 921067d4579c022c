import { IconMoodSmile } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { LinkCard, type LinkCardProps, LinkCardSkeleton, LinkCards } from '#web/components/navigation/link-card.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { portalHomeTexts } from '#web/texts/portal-home.texts.ts'

/** A card with the answer to one of a home's questions. */
export type HomeCard = LinkCardProps & { key: string }

/** The part of a query that the cards use. */
type Source = { isPending: boolean; isError: boolean; isFetching: boolean; data: unknown; refetch: () => unknown }

interface HomeCardsProps {
  cards: readonly HomeCard[]
  /** The queries behind the cards: all cards appear together once each query has succeeded or failed. */
  sources: readonly Source[]
  /** Shown without any cards; null shows nothing. */
  calm: { title: string; text: ReactNode } | null
}

/** The cards of a home; a card without content is omitted, and a failing query affects only its own card. */
export function HomeCards({ cards, sources, calm }: HomeCardsProps) {
  const failed = sources.filter(source => source.isError && source.data === undefined)
  if (sources.some(source => source.isPending)) return <Placeholders />
  if (cards.length === 0 && failed.length === 0 && !calm) return null
  return (
    <div className="grid grid-cols-1 gap-5">
      {failed.length > 0 ? (
        <ErrorState
          text={portalHomeTexts.partFailed}
          onRetry={() => failed.map(source => source.refetch())}
          busy={failed.some(source => source.isFetching)}
        />
      ) : null}
      {cards.length > 0 ? (
        <LinkCards>
          {cards.map(({ key, ...card }) => (
            <LinkCard key={key} {...card} />
          ))}
        </LinkCards>
      ) : failed.length === 0 && calm ? (
        <div className="flex items-center gap-4 rounded-card border border-hairline bg-surface p-5 sm:p-6">
          <span
            aria-hidden="true"
            className="grid size-12 shrink-0 place-items-center rounded-full bg-green-tint text-green"
          >
            <IconMoodSmile size={26} />
          </span>
          <div>
            <p className="font-semibold">{calm.title}</p>
            <p className="text-label text-muted">{calm.text}</p>
          </div>
        </div>
      ) : null}
    </div>
  )
}

/** Placeholders in the usual number and shape of the cards. */
function Placeholders() {
  return (
    <div role="status" className="animate-late">
      <span className="sr-only">{commonTexts.loading}</span>
      <LinkCards>
        {['first', 'second', 'third', 'fourth'].map(place => (
          <LinkCardSkeleton key={place} />
        ))}
      </LinkCards>
    </div>
  )
}
