import { classNames } from '#web/components/display/class-names.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

/** A grey bar in the place of a text that is on its way. Give it the width and height of the text. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block rounded-[4px] bg-hairline', className)} />
}

/** Lines of a text that is on its way; shown only when it takes longer than 150 ms. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" className="animate-late">
      <span className="sr-only">{commonTexts.loading}</span>
      <SkeletonLines lines={lines} />
    </div>
  )
}

/** The bars alone, for a picture that says itself that it loads. */
export function SkeletonLines({ lines }: { lines: number }) {
  return (
    <div className="grid gap-3 py-1">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never change places
        <Skeleton key={line} className={classNames('h-4', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </div>
  )
}
