import { TextLink } from '#web/components/navigation/text-link.tsx'
import { useAnswer } from '#web/lib/api/use-answer.ts'
import { faqTexts } from '#web/texts/faq.texts.ts'
import { FaqItem } from './faq-item.tsx'
import { FaqSkeleton } from './faq-skeleton.tsx'
import { askFirstFaq, sectionFaqCount } from './first-faq.ts'

/** The first questions, as a section of another page. Omitted if there are none or they cannot be loaded. */
export function FaqSection() {
  const { data, isError } = useAnswer(askFirstFaq)
  if (isError || data?.count === 0) return null
  return (
    <section
      aria-labelledby="haeufige-fragen"
      className="page-width grid gap-x-12 gap-y-6 pt-section lg:grid-cols-[5fr_7fr]"
    >
      <h2 id="haeufige-fragen" className="text-section">
        {faqTexts.title}
      </h2>
      <div>
        {data ? (
          data.results.map(entry => <FaqItem key={entry.id} entry={entry} name="faq" headingLevel={3} />)
        ) : (
          <FaqSkeleton lines={sectionFaqCount} />
        )}
        <p className="mt-5">
          <TextLink to="/faq">{faqTexts.allQuestions}</TextLink>
        </p>
      </div>
    </section>
  )
}
