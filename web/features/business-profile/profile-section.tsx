import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import type { BusinessProfileInput } from '#contract/business-profile.ts'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { businessProfileQuery } from './business-profile.query-options.ts'
import type { ProfilePart } from './profile-part.ts'
import { ProfilePartForm } from './profile-part-form.tsx'

interface ProfileSectionProps<Values extends Partial<BusinessProfileInput>> {
  part: ProfilePart<Values>
  title: string
  lead: string
  children: (control: Control<Values>) => ReactNode
}

/** A part of the business profile as a section with its form. */
export function ProfileSection<Values extends Partial<BusinessProfileInput>>({
  part,
  title,
  lead,
  children,
}: ProfileSectionProps<Values>) {
  const { data: profile, isError, refetch, isFetching } = useQuery(businessProfileQuery())
  return (
    <section aria-labelledby="profile-heading" className="grid gap-5">
      <SectionHeader title={title} titleId="profile-heading" headingLevel={1} lead={lead} />
      {profile ? (
        <ProfilePartForm profile={profile} part={part} label={title}>
          {children}
        </ProfilePartForm>
      ) : null}
      {!profile && isError ? (
        <ErrorState text={businessProfileTexts.failed} onRetry={refetch} busy={isFetching} />
      ) : null}
      {!profile && !isError ? <SkeletonText lines={8} /> : null}
    </section>
  )
}
