import { useState } from 'react'
import { Card } from '#web/components/display/card.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { ContactForm } from '#web/features/contact/contact-form.tsx'
import { MessageSent } from '#web/features/contact/message-sent.tsx'
import { FaqSuggestionNote, FaqSuggestions } from '#web/features/faq/faq-suggestions.tsx'
import { NextSteps } from '#web/features/public-site/next-steps.tsx'
import { usePublicProfile } from '#web/lib/session/public-profile.ts'
import { contactTexts } from '#web/texts/contact.texts.ts'

/** /contact: the form, with the next steps next to it. */
export function ContactPage() {
  const { data: profile } = usePublicProfile()
  const [sentTo, setSentTo] = useState<string>()
  return (
    <div className="page-width py-10 sm:py-14">
      <PageHeader title={contactTexts.title} lead={profile?.homepage.contactText || contactTexts.lead} />
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1.6fr_1fr] lg:gap-12">
        <Card className="sm:p-8">
          {sentTo === undefined ? (
            <ContactForm
              onSent={setSentTo}
              suggestions={{
                note: text => <FaqSuggestionNote text={text} />,
                list: text => <FaqSuggestions text={text} />,
              }}
            />
          ) : (
            <MessageSent email={sentTo} onWriteAnother={() => setSentTo(undefined)} />
          )}
        </Card>
        <NextSteps profile={profile} />
      </div>
    </div>
  )
}
