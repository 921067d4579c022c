import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { NewsletterSection } from '#web/features/newsletters/newsletter-section.tsx'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi(paths.adminNewsletters)

/** /admin-portal/settings/newsletters: sent newsletters and drafts. */
export function AdminNewslettersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = searchChanger(
    search,
    (next, step) => void navigate({ to: paths.adminNewsletters, search: next, ...step }),
  )
  return (
    <SettingsFrame>
      <NewsletterSection
        filter={search}
        onPageChange={(page, isCorrection) => change({ page }, isCorrection)}
        newsletterLink={({ id }) => ({ to: paths.adminNewsletter, params: { id } })}
        write={icon => (
          <LinkButton to={paths.adminNewsletter} params={{ id: 'new' }} variant="primary" icon={icon}>
            {newsletterTexts.write}
          </LinkButton>
        )}
      />
    </SettingsFrame>
  )
}
