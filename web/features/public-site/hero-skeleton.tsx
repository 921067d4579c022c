import { Skeleton } from '#web/components/skeleton.tsx'
import { homeTexts } from '#web/texts/home.ts'

/** As high as the hero, so that nothing moves when its words come. */
export function HeroSkeleton() {
  return (
    <section role="status" className="border-hairline border-b">
      <span className="sr-only">{homeTexts.loading}</span>
      <div className="page-width animate-late grid content-center gap-5 py-12 sm:py-16 lg:min-h-[35rem]">
        <Skeleton className="h-14 w-full max-w-[34rem]" />
        <Skeleton className="h-14 w-3/4 max-w-[26rem]" />
        <Skeleton className="mt-3 h-5 w-full max-w-[30rem]" />
        <Skeleton className="h-5 w-4/5 max-w-[24rem]" />
      </div>
    </section>
  )
}
