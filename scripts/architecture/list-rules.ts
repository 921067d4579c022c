/** Rules for lists. */
import type { Rule } from './rule.ts'
import type { SourceFile } from './source-file.ts'

const table = 'web/components/table/data-table.tsx'
const filterBar = 'web/components/table/filter-bar.tsx'
const pager = 'web/components/table/pager.tsx'
const csvButton = 'web/components/table/csv-button.tsx'

/** Lists without export: the user's own data, a choice within a form, and messages, which use `ListCsv`. */
const others = [
  'web/features/accounts/session-list.tsx',
  'web/features/user-settings/',
  'web/features/invoices/bill-entries.tsx',
  'web/features/invoices/entry-choice.tsx',
  'web/pages/admin-portal/admin-messages.page.tsx',
]

export const listsAreExported: Rule = {
  name: 'a list with a pager of its own can be exported',
  check: files =>
    files
      .filter(file => imports(file, pager) && !imports(file, csvButton))
      .filter(({ path, isTest }) => !isTest && !others.some(other => path.startsWith(other)))
      .map(({ path }) => `${path} has a Pager and no CsvButton: an admin exports every list`),
  planted: [
    { 'web/pages/admin-portal/a-overview.tsx': "import { Pager } from '#web/components/table/pager.tsx'" },
    { 'web/pages/customer-portal/a-overview.tsx': "import { Pager } from '#web/components/table/pager.tsx'" },
    { 'web/features/a/a-section.tsx': "import { Pager, type PagerProps } from '#web/components/table/pager.tsx'" },
  ],
  allowed: [
    {
      'web/pages/admin-portal/a-overview.tsx':
        "import { CsvButton } from '#web/components/table/csv-button.tsx'\nimport { Pager } from '#web/components/table/pager.tsx'",
    },
  ],
}

/** A choice within a form. */
const pagedTables = ['web/components/list/list-rows.tsx', 'web/features/invoices/entry-choice.tsx']

export const listsAreOneList: Rule = {
  name: 'a table with filters or pages is a list page or section',
  check: files =>
    files
      .filter(({ path, isTest }) => !isTest && path.startsWith('web/') && !pagedTables.includes(path))
      .filter(file => imports(file, table) && (imports(file, pager) || imports(file, filterBar)))
      .map(
        ({ path }) => `${path} builds a list by hand: state it as a ListView and show it with ListPage or ListSection`,
      ),
  planted: [
    {
      'web/features/a/a-section.tsx':
        "import { DataTable } from '#web/components/table/data-table.tsx'\nimport { Pager } from '#web/components/table/pager.tsx'",
    },
    {
      'web/pages/customer-portal/a-overview.page.tsx':
        "import { DataTable } from '#web/components/table/data-table.tsx'\nimport { FilterBar } from '#web/components/table/filter-bar.tsx'",
    },
  ],
  allowed: [
    { 'web/features/a/a-outages.tsx': "import { DataTable } from '#web/components/table/data-table.tsx'" },
    { 'web/pages/admin-portal/a.page.tsx': "import { ListPage } from '#web/components/list/list-page.tsx'" },
  ],
}

function imports(file: SourceFile, target: string): boolean {
  return file.imports.some(item => item.target === target)
}
