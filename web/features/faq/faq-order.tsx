import { IconArrowDown, IconArrowUp, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { EditableFaqEntry } from '#contract/faq.ts'
import { StateBadge, type StateLooks } from '#web/components/display/state-badge.tsx'
import { SortableList, type SortableRow } from '#web/components/form/sortable-list.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { RowMenuButton } from '#web/components/table/row-menu-button.tsx'
import { type RowMenuControl, useRowMenu } from '#web/components/table/use-row-menu.tsx'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { faqEditingTexts } from '#web/texts/faq-editing.texts.ts'

interface FaqOrderProps {
  entries: readonly EditableFaqEntry[]
  /** The page that edits a question. */
  entryLink: (entry: EditableFaqEntry) => LinkProps
  /** False while a filter hides questions. */
  canSort: boolean
  onOrderChange: (ids: string[]) => void
  onPublish: (entry: EditableFaqEntry, published: boolean) => void
  onDelete: (entry: EditableFaqEntry) => void
}

type MenuRow = Pick<SortableRow, 'moveUp' | 'moveDown'> & { entry: EditableFaqEntry }

/** The questions in their public order, which admins can change. */
export function FaqOrder({ entries, entryLink, canSort, onOrderChange, onPublish, onDelete }: FaqOrderProps) {
  const { menu, popup } = useRowMenu<MenuRow>(rowActions, ({ entry }) => entry.question)

  function rowActions({ entry, moveUp, moveDown }: MenuRow): MenuAction[] {
    const may = new Set(entry.permissions)
    const actions: MenuAction[] = []
    if (may.has('update')) {
      actions.push(
        { label: faqEditingTexts.edit, icon: <IconPencil />, link: entryLink(entry) },
        entry.published
          ? { label: faqEditingTexts.unpublish, icon: <IconEyeOff />, onSelect: () => onPublish(entry, false) }
          : { label: faqEditingTexts.publish, icon: <IconEye />, onSelect: () => onPublish(entry, true) },
      )
    }
    if (may.has('reorder') && canSort) {
      actions.push(
        { label: faqEditingTexts.moveUp, icon: <IconArrowUp />, onSelect: moveUp, disabled: !moveUp },
        { label: faqEditingTexts.moveDown, icon: <IconArrowDown />, onSelect: moveDown, disabled: !moveDown },
      )
    }
    if (may.has('delete')) {
      const onSelect = () => onDelete(entry)
      actions.push({ label: faqEditingTexts.delete, icon: <IconTrash />, tone: 'danger', onSelect })
    }
    return actions
  }

  return (
    <>
      <SortableList
        label={faqEditingTexts.list}
        items={entries}
        itemKey={entry => entry.id}
        itemName={entry => entry.question}
        canSort={canSort}
        onOrderChange={onOrderChange}
      >
        {(entry, row) => <FaqRow entry={entry} link={entryLink(entry)} menu={menu} {...row} />}
      </SortableList>
      {popup}
    </>
  )
}

interface FaqRowProps extends SortableRow {
  entry: EditableFaqEntry
  link: LinkProps
  menu: RowMenuControl<MenuRow>
}

function FaqRow({ entry, link, handle, moveUp, moveDown, menu }: FaqRowProps) {
  return (
    <div className="flex items-center gap-x-3 border-hairline phone:flex-wrap border-b px-4 py-2 sm:px-5">
      {handle}
      <Link
        {...link}
        id={faqElementId(entry.id)}
        resetScroll={false}
        className="group min-w-0 flex-1 rounded-control py-1.5"
      >
        <span className="wrap-anywhere block font-medium underline-offset-[0.2em] group-hover:underline">
          {entry.question}
        </span>
        <span className="block text-muted text-small">{entry.category || faqEditingTexts.noCategory}</span>
      </Link>
      <span className="phone:order-last phone:w-full phone:pb-1.5 phone:pl-11">
        <StateBadge state={entry.published ? 'published' : 'draft'} looks={faqLooks} />
      </span>
      <RowMenuButton row={{ entry, moveUp, moveDown }} name={entry.question} menu={menu} className="-mr-2" />
    </div>
  )
}

/** The element id of a question. */
export function faqElementId(id: string): string {
  return `question-${id}`
}

const { csv } = faqEditingTexts

/** CSV columns. */
export const faqCsv: readonly CsvColumn<EditableFaqEntry>[] = [
  { header: csv.position, kind: 'count', value: entry => entry.position },
  { header: faqEditingTexts.category, kind: 'text', value: entry => entry.category },
  { header: csv.question, kind: 'text', value: entry => entry.question },
  { header: csv.answer, kind: 'text', value: entry => entry.answer },
  {
    header: faqEditingTexts.state,
    kind: 'text',
    value: entry => (entry.published ? faqEditingTexts.published : faqEditingTexts.draft),
  },
  { header: csv.changed, kind: 'date', value: entry => entry.updatedAt },
]

const faqLooks: StateLooks<'published' | 'draft'> = {
  looks: { published: ['green', 'check'], draft: ['grey', 'dashed'] },
  text: state => (state === 'published' ? faqEditingTexts.published : faqEditingTexts.draft),
}
