import { TextAnchor } from '#web/components/navigation/text-link.tsx'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import type { SettingsSectionProps } from './settings-section.tsx'

interface SettingsContentsProps {
  sections: readonly Pick<SettingsSectionProps, 'id' | 'title'>[]
}

/** Table of contents with links: the page is long. */
export function SettingsContents({ sections }: SettingsContentsProps) {
  return (
    <nav aria-label={userSettingsTexts.contents} data-screen-only="">
      <ul className="flex flex-wrap gap-x-5 text-label">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <TextAnchor href={`#${id}`} className="inline-block py-3">
              {title}
            </TextAnchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
