import { IconPencilPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { NewsletterSection } from '#web/features/newsletters/newsletter-section.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi(paths.adminNewsletters)

/** /admin-portal/settings/newsletters: sent newsletters and drafts. */
export function AdminNewslettersPage() {
  const search = route.useSearch()
  return (
    <SettingsFrame>
      <NewsletterSection
        filter={search}
        onFilterChange={listAddress(search, route.useNavigate()).change}
        newsletterLink={({ id }) => ({ to: paths.adminNewsletter, params: { id } })}
        write={
          <LinkButton to={paths.adminNewsletter} params={{ id: 'new' }} variant="primary" icon={<IconPencilPlus />}>
            {newsletterTexts.write}
          </LinkButton>
        }
      />
    </SettingsFrame>
  )
}
