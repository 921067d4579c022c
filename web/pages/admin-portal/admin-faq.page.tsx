import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { EditableFaqEntry } from '#contract/faq.ts'
import { faqEntriesMax } from '#contract/limits.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ListFilters } from '#web/components/list/list-filters.tsx'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { DeleteDialog } from '#web/components/overlay/delete-dialog.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { NoRows } from '#web/components/table/no-rows.tsx'
import { useDeleteFaq, useReorderFaq, useUpdateFaq } from '#web/features/faq/faq-editing.mutations.ts'
import {
  categoriesOf,
  editableFaqEntryQuery,
  editableFaqQuery,
  type FaqFilter,
  loadEditableFaq,
} from '#web/features/faq/faq-editing.query-options.ts'
import { faqFields } from '#web/features/faq/faq-fields.ts'
import { FaqForm } from '#web/features/faq/faq-form.tsx'
import { FaqOrder, faqCsv, faqElementId } from '#web/features/faq/faq-order.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { useAddedRow } from '#web/lib/browser/use-added-row.ts'
import { faqEditingTexts } from '#web/texts/faq-editing.texts.ts'

const route = getRouteApi(paths.adminFaq)

/** /admin-portal/faq: edit and order the frequent questions. */
export function AdminFaqPage() {
  const { entry: openEntry, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  const isFiltered = Object.values(filter).some(value => value !== undefined)
  const list = useQuery(editableFaqQuery(filter))
  // The topics of all questions, regardless of the filter.
  const { data: all = [] } = useQuery(editableFaqQuery({}))
  const categories = categoriesOf(all)

  const { onAdded, onDrawerClosed } = useAddedRow(faqElementId)

  const go = (search: FaqFilter & { entry?: string | undefined }, replace: boolean) =>
    void navigate({ to: paths.adminFaq, search, replace, resetScroll: false })
  const change = (changes: FaqFilter) => go({ ...filter, ...changes }, true)
  const reset = () => go({}, true)

  return (
    <>
      <PageHeader
        title={faqEditingTexts.title}
        lead={
          <>
            {`${faqEditingTexts.lead} `}
            <TextLink to={paths.faq}>{faqEditingTexts.toPublicPage}</TextLink>
          </>
        }
        actions={
          <FaqActions
            filter={filter}
            isFull={all.length >= faqEntriesMax}
            onAdd={() => go({ ...filter, entry: 'new' }, false)}
          />
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <ListFilters
          fields={faqFields(categories, filter.category)}
          filter={filter}
          searchPlaceholder={faqEditingTexts.searchPlaceholder}
          onChange={change}
          onReset={reset}
        />
        <Questions
          entries={list.data}
          isFiltered={isFiltered}
          error={list.isError ? faqEditingTexts.listFailed : undefined}
          isFetching={list.isFetching}
          onRetry={list.refetch}
          onReset={reset}
          linkOf={({ id }) => ({ to: paths.adminFaq, search: { ...filter, entry: id } })}
          onAdd={() => go({ ...filter, entry: 'new' }, false)}
        />
      </div>
      <Drawer
        open={openEntry !== undefined}
        onOpenChange={open => (open ? undefined : go(filter, true))}
        onClosed={onDrawerClosed}
        size="wide"
        title={openEntry === 'new' ? faqEditingTexts.form.addTitle : faqEditingTexts.form.editTitle}
      >
        {openEntry === undefined ? null : (
          <OpenForm
            key={openEntry}
            id={openEntry}
            categories={categories}
            onDone={({ id }) => {
              go(filter, true)
              if (openEntry === 'new') onAdded(id)
            }}
          />
        )}
      </Drawer>
    </>
  )
}

interface FaqActionsProps {
  filter: FaqFilter
  isFull: boolean
  onAdd: () => void
}

function FaqActions({ filter, isFull, onAdd }: FaqActionsProps) {
  return (
    <>
      <CsvButton
        name={faqEditingTexts.title}
        columns={faqCsv}
        rowKey={({ id }) => id}
        loadPage={(paging, signal) => loadEditableFaq({ ...filter, ...paging }, signal)}
      />
      <Button
        variant="primary"
        icon={<IconPlus />}
        disabled={isFull}
        title={isFull ? faqEditingTexts.full : undefined}
        onClick={onAdd}
      >
        {faqEditingTexts.add}
      </Button>
    </>
  )
}

interface QuestionsProps {
  entries: readonly EditableFaqEntry[] | undefined
  isFiltered: boolean
  error: string | undefined
  isFetching: boolean
  onRetry: () => void
  onReset: () => void
  linkOf: (entry: EditableFaqEntry) => { to: typeof paths.adminFaq; search: FaqFilter & { entry: string } }
  onAdd: () => void
}

function Questions({ entries, isFiltered, error, isFetching, onRetry, onReset, linkOf, onAdd }: QuestionsProps) {
  const reorder = useReorderFaq()
  const update = useUpdateFaq()
  const remove = useDeleteFaq()
  const doomed = useRowDialog<EditableFaqEntry>()

  function publish({ id, revision }: EditableFaqEntry, published: boolean) {
    update.mutate(
      { id, revision, change: { published } },
      {
        onSuccess: () => showSuccess(published ? faqEditingTexts.nowPublished : faqEditingTexts.nowDraft),
        onError: showFailure,
      },
    )
  }
  if (error !== undefined && !entries) return <ErrorState text={error} onRetry={onRetry} busy={isFetching} />
  return (
    <div className="grid grid-cols-1 gap-3">
      {error === undefined ? null : <ErrorState text={error} onRetry={onRetry} busy={isFetching} />}
      {isFiltered && entries && entries.length > 1 ? (
        <p className="text-label text-muted">{faqEditingTexts.sortHint}</p>
      ) : null}
      <div className="overflow-clip rounded-box border border-hairline bg-surface [&_li:last-child>div]:border-b-0">
        {entries === undefined ? (
          <div className="p-5">
            <SkeletonText lines={8} />
          </div>
        ) : entries.length === 0 ? (
          <NoRows
            onResetFilters={isFiltered ? onReset : undefined}
            nothingFiltered={faqEditingTexts.nothingFiltered}
            empty={
              <EmptyState
                text={faqEditingTexts.empty}
                action={<Button onClick={onAdd}>{faqEditingTexts.add}</Button>}
              />
            }
          />
        ) : (
          <FaqOrder
            entries={entries}
            entryLink={linkOf}
            canSort={!isFiltered && entries.length > 1}
            onOrderChange={ids => reorder.mutate(ids)}
            onPublish={publish}
            onDelete={doomed.show}
          />
        )}
      </div>
      <DeleteDialog
        {...doomed}
        question={({ question }) => faqEditingTexts.deleteQuestion(question)}
        confirmLabel={faqEditingTexts.delete}
        explanation={({ published }) =>
          published ? faqEditingTexts.deleteExplanationPublished : faqEditingTexts.deleteExplanation
        }
        remove={remove.mutateAsync}
        done={() => faqEditingTexts.deleted}
      />
    </div>
  )
}

interface OpenFormProps {
  /** `new` or the id of a question. */
  id: string
  categories: readonly string[]
  onDone: (saved: EditableFaqEntry) => void
}

function OpenForm({ id, categories, onDone }: OpenFormProps) {
  const isNew = id === 'new'
  const { data: entry, error, refetch, isFetching } = useQuery({ ...editableFaqEntryQuery(id), enabled: !isNew })
  if (isNew) return <FaqForm entry={null} categories={categories} onDone={onDone} />
  if (hasCode(error, 'not_found')) return <EmptyState text={faqEditingTexts.entryGone} />
  if (entry) return <FaqForm entry={entry} categories={categories} onDone={onDone} />
  if (error) return <ErrorState text={faqEditingTexts.entryFailed} onRetry={refetch} busy={isFetching} />
  return <SkeletonText lines={6} />
}
