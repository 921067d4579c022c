/**
 * `npm run prove -- mutants`: changes the modules for policy, secrets, authentication and invoices, one place at a
 * time, and runs the tests next to them: a change that no test notices is an unguarded rule. Each group must reach the
 * threshold on its own. `node scripts/prove-mutants.ts auth` selects one group.
 * Every kind of change is made, texts included: a permission, an error code and a column are texts. No module of a
 * group is excluded, and no place within one.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

type Group = { readonly modules: readonly string[]; readonly tests: readonly string[] }

const groups: Readonly<Record<string, Group>> = {
  policy: { modules: ['server/**/*.policy.ts'], tests: ['server/**/*.policy.test.ts'] },
  rules: {
    modules: ['server/**/*.rules.ts', 'server/backup/backup-rules.ts', 'server/mail/mail-rules.ts'],
    tests: ['server/**/*.rules.test.ts', 'server/backup/backup-rules.test.ts', 'server/mail/mail-rules.test.ts'],
  },
  secrets: {
    modules: ['server/secrets/*.ts', 'server/keys.ts', 'server/backup/sealed-{file,pieces}.ts'],
    tests: ['server/secrets/*.test.ts', 'server/keys.test.ts', 'server/backup/sealed-{file,pieces}.test.ts'],
  },
  invoices: {
    modules: [
      'contract/{iban,invoice-sums,number-form,vat-cases}.ts',
      'server/features/invoices/number-series.rules.ts',
      'server/invoice-documents/{*-rules,invoice-rule,rule-check,xml-profiles,xml-reader,xml-writer,cii-serializer,checked-xml}.ts',
    ],
    tests: [
      'contract/{iban,invoice-sums,vat-cases}.test.ts',
      'server/features/invoices/number-series.rules.test.ts',
      'server/invoice-documents/{rule-check,xml-reader,cii-serializer,checked-xml}.test.ts',
    ],
  },
  auth: { modules: ['server/auth/*.ts'], tests: ['server/auth/*.test.ts'] },
}

/** This many of a hundred changes must be noticed. */
const leastNoticed = 85
const folder = 'test-results/mutants'

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !(name in groups))
if (unknown.length > 0) {
  process.stderr.write(`There is no group ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}.\n`)
  process.exit(1)
}

mkdirSync(folder, { recursive: true })
for (const [name, { modules, tests }] of Object.entries(groups)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  const settings = `${folder}/${name}.settings.json`
  writeFileSync(settings, JSON.stringify(settingsOf(name, modules)))
  const { status } = spawnSync('stryker', ['run', settings], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, MUTANT_TESTS: tests.join(' ') },
  })
  if (status !== 0) process.exitCode = status ?? 1
}

function settingsOf(name: string, modules: readonly string[]): object {
  return {
    mutate: [...modules, '!**/*.test.ts'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'mutants.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Code that runs while a module is loaded is changed, too; it takes all tests of the group.
    ignoreStatic: false,
    warnings: { slow: false },
    concurrency: 2,
    // Only an endless run counts as killed by its time-out, on a busy machine, too.
    timeoutMS: 60_000,
    // Files the tests read are copied, the packages are linked. Not tsconfig.json: Stryker cannot read it with
    // TypeScript 7.
    ignorePatterns: ['**', '!contract/**', '!docs/**', '!server/**', '!package.json', '!mutants.config.ts'],
    tempDirName: `${folder}/${name}`,
    disableTypeChecks: false,
    thresholds: { high: 100, low: leastNoticed, break: leastNoticed },
    logLevel: 'warn',
    reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: `${folder}/${name}.html` },
    jsonReporter: { fileName: `${folder}/${name}.json` },
  }
}
