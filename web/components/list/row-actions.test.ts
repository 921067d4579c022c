import { expect, test } from 'vitest'
import { menuOf, type RowAction } from './row-actions.ts'

type Row = { id: string; permissions: ('update' | 'delete')[]; paid: boolean }

const actions: readonly RowAction<Row>[] = [
  { permission: 'update', label: 'Bearbeiten', icon: null, onSelect: () => {} },
  { permission: 'update', when: row => !row.paid, label: 'Bezahlt', icon: null, onSelect: () => {} },
  { permission: 'delete', label: row => `${row.id} löschen`, icon: null, onSelect: () => {} },
  { label: 'Ansehen', icon: null, onSelect: () => {} },
]

test.each<[Row['permissions'], boolean, string[]]>([
  [['update', 'delete'], false, ['Bearbeiten', 'Bezahlt', 'R-1 löschen', 'Ansehen']],
  [['update'], true, ['Bearbeiten', 'Ansehen']],
  [[], false, ['Ansehen']],
])('a row that permits %j and is paid: %s offers %j', (permissions, paid, offered) => {
  expect(menuOf({ id: 'R-1', permissions, paid }, actions).map(({ label }) => label)).toEqual(offered)
})

test('an action acts on the row of its menu', () => {
  const done: string[] = []
  const [action] = menuOf({ id: 'R-2' }, [{ label: 'Ansehen', icon: null, onSelect: ({ id }) => done.push(id) }])
  action?.onSelect?.()
  expect(done).toEqual(['R-2'])
})
