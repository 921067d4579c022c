import { editableFaqList } from '#contract/lists.ts'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import type { FilterField } from '#web/components/list/list-view.ts'
import { faqEditingTexts } from '#web/texts/faq-editing.texts.ts'
import type { FaqFilter } from './faq-editing.query-options.ts'

/** Filter fields of the questions. The selected topic stays, even if no question has it. */
export function faqFields(categories: readonly string[], chosen: string | undefined): FilterField<FaqFilter>[] {
  const shown = chosen && !categories.includes(chosen) ? [...categories, chosen] : categories
  return [
    ...choiceFields(editableFaqList, { published: { label: faqEditingTexts.state, words: faqEditingTexts.states } }),
    {
      name: 'category',
      label: faqEditingTexts.category,
      choices: shown.map(value => ({ value, label: value })),
    },
  ]
}
