import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

/** As high as `lines` closed questions. */
export function FaqSkeleton({ lines = 5 }: { lines?: number }) {
  return (
    <div role="status">
      <span className="sr-only">{commonTexts.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and keep their order
        <div key={line} className="flex min-h-14.25 items-center border-hairline border-b py-3 first-of-type:border-t">
          <Skeleton className="animate-late h-4 w-3/5" />
        </div>
      ))}
    </div>
  )
}
