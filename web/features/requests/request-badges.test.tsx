import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PriorityBadge, RequestStateBadge } from './request-badges.tsx'

it.each([
  ['open', 'Offen'],
  ['accepted', 'Angenommen'],
  ['declined', 'Abgelehnt'],
  ['postponed', 'Unbekannt'],
  ['toString', 'Unbekannt'],
])('a request that is %s shows a word with an icon', (state, word) => {
  const markup = renderToStaticMarkup(<RequestStateBadge state={state} />)
  expect(markup).toContain(word)
  expect(markup).toContain('<svg')
})

it.each([
  ['low', 'Niedrig'],
  ['medium', 'Mittel'],
  ['high', 'Hoch'],
  ['urgent', 'Unbekannt'],
])('the priority %s shows a word with an icon', (priority, word) => {
  const markup = renderToStaticMarkup(<PriorityBadge priority={priority} />)
  expect(markup).toContain(word)
  expect(markup).toContain('<svg')
})
