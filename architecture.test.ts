/** The architecture as a test: enforces docs/architecture.md with the tables of scripts/architecture. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dangerRules } from '#scripts/architecture/danger-rules.ts'
import {
  featureCycles,
  featureDoors,
  fileCycles,
  fileKinds,
  moduleCycles,
  typeCycles,
} from '#scripts/architecture/feature-rules.ts'
import {
  fileLength,
  fileNames,
  functionLength,
  namedExports,
  plainImports,
  runningServerPackages,
  uniqueNames,
} from '#scripts/architecture/file-rules.ts'
import { kyselyImports, networkImports, singleHomes } from '#scripts/architecture/home-rules.ts'
import { importTable } from '#scripts/architecture/import-table.ts'
import { journeyRules } from '#scripts/architecture/journey-rules.ts'
import { listsAreExported, listsAreOneList } from '#scripts/architecture/list-rules.ts'
import { type Rule, sourceFilesOf } from '#scripts/architecture/rule.ts'
import { readSourceFiles } from '#scripts/architecture/source-file.ts'

type Manifest = { dependencies: Record<string, string> }

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest

const rules: readonly Rule[] = [
  importTable,
  fileKinds,
  featureDoors,
  featureCycles,
  moduleCycles,
  fileCycles,
  typeCycles,
  singleHomes,
  kyselyImports,
  networkImports,
  runningServerPackages(Object.keys(dependencies)),
  plainImports,
  namedExports,
  fileNames,
  uniqueNames,
  fileLength,
  functionLength,
  listsAreExported,
  listsAreOneList,
  ...dangerRules,
  ...journeyRules,
]

const files = readSourceFiles()

/** A rule without files to check must not pass: about half the number of files in each root. */
const fewestFiles = { contract: 10, energy: 10, server: 60, web: 80, e2e: 5, bench: 2, scripts: 12 }

test.each(Object.entries(fewestFiles))('finds files in %s', (root, fewest) => {
  expect(files.filter(({ path }) => path.startsWith(`${root}/`)).length).toBeGreaterThanOrEqual(fewest)
})

test('finds imports, and each leads to an existing file', () => {
  const paths = new Set(files.map(({ path }) => path))
  const ours = files.flatMap(({ imports }) =>
    imports.flatMap(({ target }) => (target?.endsWith('.ts') ? [target] : [])),
  )
  expect(ours.length).toBeGreaterThan(files.length)
  expect(ours.filter(target => !paths.has(target))).toEqual([])
})

describe.each(rules.map(rule => [rule.name, rule] as const))('%s', (_, rule) => {
  test('holds', () => {
    expect(rule.check(files)).toEqual([])
  })

  test('detects a planted violation', () => {
    expect(rule.planted.length).toBeGreaterThan(0)
    for (const texts of rule.planted) expect(rule.check(sourceFilesOf(texts)), JSON.stringify(texts)).not.toEqual([])
  })

  test('accepts allowed code', () => {
    expect(rule.allowed.length).toBeGreaterThan(0)
    for (const texts of rule.allowed) expect(rule.check(sourceFilesOf(texts)), JSON.stringify(texts)).toEqual([])
  })
})
