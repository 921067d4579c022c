/** What every list has, so that none is forgotten. */
import type { Rule } from './rule.ts'
import type { SourceFile } from './source-file.ts'

const pager = 'web/components/table/pager.tsx'
const csvButton = 'web/components/table/csv-button.tsx'

/** Lists that are no admin's: a customer's own pages, one's own sessions and their like, a choice within a form. */
const others = [
  'web/pages/customer-portal/',
  'web/features/accounts/session-list.tsx',
  'web/features/user-settings/',
  'web/features/invoices/entry-choice.tsx',
]

export const listsAreExported: Rule = {
  name: 'a list that an admin pages through can be exported',
  check: files =>
    files
      .filter(file => imports(file, pager) && !imports(file, csvButton))
      .filter(({ path, isTest }) => !isTest && !others.some(other => path.startsWith(other)))
      .map(({ path }) => `${path} has a Pager and no CsvButton: an admin exports every list`),
  planted: [
    { 'web/pages/admin-portal/a-overview.tsx': "import { Pager } from '#web/components/table/pager.tsx'" },
    { 'web/features/a/a-section.tsx': "import { Pager, type PagerProps } from '#web/components/table/pager.tsx'" },
  ],
  allowed: [
    {
      'web/pages/admin-portal/a-overview.tsx':
        "import { CsvButton } from '#web/components/table/csv-button.tsx'\nimport { Pager } from '#web/components/table/pager.tsx'",
    },
    { 'web/pages/customer-portal/a-overview.tsx': "import { Pager } from '#web/components/table/pager.tsx'" },
  ],
}

function imports(file: SourceFile, target: string): boolean {
  return file.imports.some(item => item.target === target)
}
