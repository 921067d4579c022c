import type { ReactNode } from 'react'
import { unbroken } from '#web/components/display/unbroken.tsx'

export interface SettingsSectionProps {
  /** Target of links within the page. */
  id: string
  title: string
  lead: string
  children: ReactNode
}

/** A section of the settings: title and lead on the left, controls on the right. */
export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid gap-x-12 gap-y-6 py-10 lg:grid-cols-[1fr_2fr]">
      <div>
        <h2 id={`${id}-title`} className="text-heading">
          {title}
        </h2>
        <p className="mt-1.5 text-label text-muted">{unbroken(lead)}</p>
      </div>
      <div className="min-w-0 max-w-form lg:max-w-[42rem]">{children}</div>
    </section>
  )
}
