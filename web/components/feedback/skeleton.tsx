import { classNames } from '#web/components/display/class-names.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

/** A grey bar in place of a text that is loading. Give it the text's width and height. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block rounded-[4px] bg-hairline', className)} />
}

/** Lines of a text that is loading. They appear only after 150 ms. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" className="animate-late">
      <span className="sr-only">{commonTexts.loading}</span>
      <SkeletonLines lines={lines} />
    </div>
  )
}

/** The bars alone, for a container that announces its loading state itself. */
export function SkeletonLines({ lines }: { lines: number }) {
  return (
    <div className="grid gap-3 py-1">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and keep their order
        <Skeleton key={line} className={classNames('h-4', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </div>
  )
}
