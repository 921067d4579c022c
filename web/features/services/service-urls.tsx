import { IconExternalLink } from '@tabler/icons-react'
import { Card } from '#web/components/display/card.tsx'
import { TextAnchor } from '#web/components/navigation/text-link.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'

interface ServiceUrlsProps {
  urls: readonly string[]
  /** Marks the first address as the one the server checks. */
  isFirstChecked?: boolean
}

/** The addresses of a service; they open in a new tab. */
export function ServiceUrls({ urls, isFirstChecked = false }: ServiceUrlsProps) {
  return (
    <Card title={texts.urls}>
      {urls.length === 0 ? <p className="text-label text-muted">{texts.noUrls}</p> : null}
      <ul className="grid gap-1">
        {urls.map((url, index) => (
          <li key={url} className="min-w-0 py-1 text-label">
            <TextAnchor href={url} target="_blank" rel="noopener noreferrer" className="wrap-anywhere">
              {url}
              <span className="sr-only"> {commonTexts.opensInNewTab}</span>
            </TextAnchor>{' '}
            <IconExternalLink aria-hidden="true" size={15} className="inline-flex text-muted" />{' '}
            {isFirstChecked && index === 0 ? <span className="text-muted">{texts.checkedUrl}</span> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const texts = serviceTexts.detail
