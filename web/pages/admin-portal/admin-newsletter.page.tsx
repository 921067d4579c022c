import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Newsletter } from '#contract/newsletters.ts'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { MailPreview } from '#web/features/newsletters/mail-preview.tsx'
import { newsletterLooks } from '#web/features/newsletters/newsletter.labels.ts'
import { newsletterQuery } from '#web/features/newsletters/newsletter.query-options.ts'
import { NewsletterForm } from '#web/features/newsletters/newsletter-form.tsx'
import { SendingProgress } from '#web/features/newsletters/sending-progress.tsx'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'

const route = getRouteApi(paths.adminNewsletter)
const texts = newsletterTexts

/** /admin-portal/newsletter/{id}: the editor of a draft, or the progress of a sent one. `new`: not stored yet. */
export function AdminNewsletterPage() {
  const { id } = route.useParams()
  return id === 'new' ? <NewPage /> : <StoredPage key={id} id={id} />
}

function NewPage() {
  const moves = useMoves()
  return (
    <>
      <PageHeader title={texts.crumbNew} />
      <NewsletterForm newsletter={null} {...moves} />
    </>
  )
}

function StoredPage({ id }: { id: string }) {
  const moves = useMoves()
  const query = useQuery(newsletterQuery(id))
  const newsletter = query.data
  if (query.isError) {
    return (
      <>
        <PageHeader title={texts.title} />
        <ErrorState text={texts.loadingFailed} onRetry={query.refetch} busy={query.isFetching} />
      </>
    )
  }
  if (!newsletter) {
    return (
      <>
        <PageHeader title={texts.title} />
        <SkeletonText lines={8} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={newsletter.subject} meta={<StateBadge state={newsletter.state} looks={newsletterLooks} />} />
      {newsletter.permissions.includes('update') ? (
        <NewsletterForm newsletter={newsletter} {...moves} />
      ) : (
        <SentNewsletter newsletter={newsletter} />
      )}
    </>
  )
}

function SentNewsletter({ newsletter }: { newsletter: Newsletter }) {
  return (
    <div className="grid gap-8">
      <SendingProgress
        newsletter={newsletter}
        outboxLink={
          <TextLink to={paths.adminOutbox} search={{ state: 'failed' }}>
            {texts.toOutbox}
          </TextLink>
        }
      />
      <section aria-labelledby="newsletter-preview" className="grid max-w-reading gap-3">
        <h2 id="newsletter-preview" className="text-heading">
          {texts.preview}
        </h2>
        <MailPreview input={{ subject: newsletter.subject, body: newsletter.body }} />
      </section>
    </div>
  )
}

function useMoves() {
  const navigate = useNavigate()
  return {
    onCreated: ({ id }: Newsletter) => void navigate({ to: paths.adminNewsletter, params: { id }, replace: true }),
    onDeleted: () => void navigate({ to: paths.adminNewsletters }),
  }
}
