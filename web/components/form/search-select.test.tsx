import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { commonTexts, fixedTexts } from '#web/texts/common.texts.ts'
import { SearchSelect } from './search-select.tsx'
import { SearchSelectList } from './search-select-list.tsx'

const ada = { value: '1', label: 'Ada' }
const nothing = () => {}

test('the English placeholder of a select with search is described in German, after the hint of the field', () => {
  const html = renderToStaticMarkup(
    <SearchSelect label="Kunde" hint="Wer bezahlt" options={[ada]} selected={null} onSelect={nothing} />,
  )
  expect(html).toContain(`placeholder="${fixedTexts.searchPlaceholder}"`)
  const describedBy = /aria-describedby="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []
  const described = describedBy.map(id => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1])
  expect(described).toEqual(['Wer bezahlt', commonTexts.typeToSearch])
})

test('the open list shows it in German until something is typed', () => {
  const htmlOf = (query: string) =>
    renderToStaticMarkup(
      <SearchSelectList
        id="list"
        label="Kunde"
        isLoading={false}
        query={query}
        found={[ada]}
        active={ada}
        selected={null}
        onChoose={nothing}
      />,
    )
  expect(htmlOf('')).toContain(commonTexts.typeToSearch)
  expect(htmlOf('ad')).not.toContain(commonTexts.typeToSearch)
})
