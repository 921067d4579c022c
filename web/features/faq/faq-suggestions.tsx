import { useQuery } from '@tanstack/react-query'
import { plural } from '#web/lib/format.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { faqTexts } from '#web/texts/faq.ts'
import { FaqItem } from './faq-item.tsx'
import { faqSuggestionQuery } from './queries.ts'
import { searchTerms } from './search-terms.ts'

const settleMs = 600

/** Questions that may already answer what is being written. They appear when the writing pauses, and never jump about. */
export function FaqSuggestions({ text }: { text: string }) {
  const search = useSettled(searchTerms(text), settleMs)
  const { data } = useQuery(faqSuggestionQuery(search))
  const entries = search === '' ? [] : (data?.results ?? [])
  return (
    <>
      <p role="status" className="sr-only">
        {entries.length > 0 ? faqTexts.suggested(plural(entries.length, faqTexts.question, faqTexts.questions)) : null}
      </p>
      {entries.length > 0 ? (
        <section
          aria-labelledby="faq-suggestions"
          className="animate-appear rounded-card border border-hairline bg-sunken p-5"
        >
          <h2 id="faq-suggestions" className="mb-2 text-lead">
            {faqTexts.suggestions}
          </h2>
          {entries.map(entry => (
            <FaqItem key={entry.id} entry={entry} headingLevel={3} />
          ))}
        </section>
      ) : null}
    </>
  )
}
