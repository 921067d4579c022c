import { type ReactNode, Suspense } from 'react'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import { settingsTexts } from '#web/texts/settings.texts.ts'
import { settingsGroups } from './sections.ts'

/** A section of the settings below the navigation between sections. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="mb-6 border-hairline border-b phone:-mt-4 phone:mb-3">
        <SectionNav label={settingsTexts.nav} items={items} wraps />
      </div>
      <Suspense fallback={<SkeletonText lines={8} />}>{children}</Suspense>
    </>
  )
}

const items = settingsGroups.flatMap(({ sections }) =>
  sections.map(({ key, to }) => ({ label: settingsTexts.sections[key].label, link: { to } })),
)
