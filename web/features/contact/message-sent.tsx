import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { contactTexts } from '#web/texts/contact.texts.ts'

/** Replaces the form after sending. Its heading receives the focus, so screen readers read it. */
export function MessageSent({ email, onWriteAnother }: { email: string; onWriteAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="animate-appear grid justify-items-start gap-4 py-4">
      <span data-tint="success" className="grid size-14 place-items-center rounded-full bg-green-tint text-green">
        <IconCheck aria-hidden="true" size={30} stroke={2.5} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-figure outline-none">
        {contactTexts.sentTitle}
      </h2>
      <p className="max-w-form text-muted">{contactTexts.sentText(email)}</p>
      <div className="mt-2 flex w-full flex-wrap gap-3 phone:*:grow">
        <LinkButton to="/" variant="primary">
          {contactTexts.toHomepage}
        </LinkButton>
        <Button onClick={onWriteAnother}>{contactTexts.writeAnother}</Button>
      </div>
    </div>
  )
}
