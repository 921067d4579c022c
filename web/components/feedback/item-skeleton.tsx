import { Card } from '#web/components/display/card.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { Skeleton, SkeletonLines } from './skeleton.tsx'

/**
 * Skeleton of an item's page: header and two columns in their final places, which avoids a layout shift. One column
 * without `aside`. Appears only after 150 ms.
 */
export function ItemSkeleton({ aside = true }: { aside?: boolean }) {
  return (
    <div role="status" className="animate-late">
      <h1 className="sr-only">{commonTexts.loading}</h1>
      <div className="mb-6 grid gap-4 pt-1">
        <Skeleton className="h-(--text-title) w-4/5 max-w-120" />
        <Skeleton className="h-5 w-2/3 max-w-72" />
      </div>
      <div className={aside ? itemColumns : 'grid gap-8'}>
        <div className="grid gap-8">
          <div className="max-w-reading">
            <SkeletonLines lines={3} />
          </div>
          <Card>
            <Skeleton className="mb-6 h-6 w-40" />
            <SkeletonLines lines={5} />
          </Card>
          {aside ? null : (
            <Card>
              <Skeleton className="mb-6 h-6 w-40" />
              <SkeletonLines lines={5} />
            </Card>
          )}
        </div>
        {aside ? (
          <Card>
            <Skeleton className="mb-6 h-6 w-32" />
            <SkeletonLines lines={3} />
          </Card>
        ) : null}
      </div>
    </div>
  )
}

const itemColumns = 'grid items-start gap-x-7 gap-y-8 xl:grid-cols-[minmax(0,1fr)_17.5rem]'
