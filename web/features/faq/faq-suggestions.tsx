import { useQuery } from '@tanstack/react-query'
import type { FaqEntry } from '#contract/faq.ts'
import { Button } from '#web/components/action/button.tsx'
import { useDebouncedValue } from '#web/lib/browser/use-debounced-value.ts'
import { faqTexts } from '#web/texts/faq.texts.ts'
import { faqSuggestionQuery } from './faq.query-options.ts'
import { FaqItem } from './faq-item.tsx'
import { searchTerms } from './faq-search-terms.ts'

const debounceMs = 600

/**
 * Questions that may already answer the text being typed. They are below the form, where they cause no layout shift;
 * `FaqSuggestionNote` mentions them next to the fields.
 */
export function FaqSuggestions({ text }: { text: string }) {
  const entries = useSuggestions(text)
  if (entries.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="animate-appear rounded-card border border-hairline bg-sunken p-5">
      <h2 id={headingId} tabIndex={-1} className="mb-2 text-lead">
        {faqTexts.suggestions}
      </h2>
      {entries.map(entry => (
        <FaqItem key={entry.id} entry={entry} headingLevel={3} />
      ))}
    </section>
  )
}

/** Names the first suggestion in a line reserved for it and links to all suggestions. */
export function FaqSuggestionNote({ text }: { text: string }) {
  const suggestions = useSuggestions(text)
  return (
    <div className="-my-2.5 flex min-h-11 items-center gap-3">
      <p role="status" className="text-label text-muted">
        {noteOf(suggestions)}
      </p>
      {suggestions.length > 0 ? (
        <Button size="small" onClick={showSuggestions}>
          {faqTexts.toSuggestions}
        </Button>
      ) : null}
    </div>
  )
}

function noteOf([first, ...others]: readonly FaqEntry[]): string | null {
  return first ? faqTexts.suggested(first.question, others.length) : null
}

const headingId = 'faq-suggestions'

/** The matching questions after a pause in typing. */
function useSuggestions(text: string): readonly FaqEntry[] {
  const search = useDebouncedValue(searchTerms(text), debounceMs)
  const { data } = useQuery(faqSuggestionQuery(search))
  return search === '' ? [] : (data?.results ?? [])
}

function showSuggestions() {
  const heading = document.getElementById(headingId)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}
