import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { priorityLooks, requestLooks } from './request.labels.ts'

it.each([
  ['open', 'Offen'],
  ['accepted', 'Angenommen'],
  ['declined', 'Abgelehnt'],
  ['postponed', 'Unbekannt'],
  ['toString', 'Unbekannt'],
])('a request that is %s shows a word with an icon', (state, word) => {
  const markup = renderToStaticMarkup(<StateBadge state={state} looks={requestLooks} />)
  expect(markup).toContain(word)
  expect(markup).toContain('<svg')
})

it.each([
  ['low', 'Niedrig'],
  ['medium', 'Mittel'],
  ['high', 'Hoch'],
  ['urgent', 'Unbekannt'],
])('the priority %s shows a word with an icon', (priority, word) => {
  const markup = renderToStaticMarkup(<StateBadge state={priority} looks={priorityLooks} />)
  expect(markup).toContain(word)
  expect(markup).toContain('<svg')
})
