import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/components/display/card.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { customerLinkTexts } from '#web/texts/customer-links.texts.ts'
import { linksQuery } from './customer-link.query-options.ts'
import { LinksCard } from './links-card.tsx'

/** A customer's own bookmarks: open, add, edit, delete, reorder. */
export function CustomerLinks({ customerId }: { customerId: string }) {
  const list = useQuery(linksQuery(customerId))
  if (list.data) return <LinksCard customerId={customerId} list={list.data} />
  return (
    <Card title={customerLinkTexts.title}>
      {list.isError ? (
        <ErrorState text={customerLinkTexts.listFailed} onRetry={list.refetch} busy={list.isFetching} />
      ) : (
        <SkeletonText lines={4} />
      )}
    </Card>
  )
}
