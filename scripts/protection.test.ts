/** docs/protection.md against the code: classes of data, cryptography, limits. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fates } from '#server/features/privacy/erasure.rules.ts'
import { readSourceFiles, type SourceFile } from './architecture/source-file.ts'
import { tableRows } from './table-rows.ts'
import { problemOf } from './test-titles.ts'

const page = readFileSync('docs/protection.md', 'utf8')

test('every table of the database has its class, and sealed columns are secret', () => {
  const classes = tableRows(page, /^## Classes of data/).map(([name = '', , , tables = '']) => ({
    name,
    tables: namesIn(tables),
  }))
  const tables = [...readFileSync('server/database/schema.sql', 'utf8').matchAll(/^create table "(\w+)" \(([^;]+);/gm)]
  expect(tables.length).toBeGreaterThan(40)
  expect(classes.flatMap(entry => entry.tables).toSorted()).toEqual(tables.map(([, name]) => name).toSorted())

  const sealed = tables.filter(([, , columns = '']) => /^\s+"sealed/m.test(columns)).map(([, name]) => name)
  expect(classes.find(({ name }) => name === 'secret')?.tables).toEqual(sealed)
})

test('every table has its fate when an account is deleted, the same in words and in code', () => {
  const documented = tableRows(page, /^## When an account is deleted/).flatMap(([fate = '', , tables = '']) =>
    namesIn(tables).map(table => [table, fate]),
  )
  const tables = [...readFileSync('server/database/schema.sql', 'utf8').matchAll(/^create table "(\w+)"/gm)]
  expect(documented.map(([table]) => table).toSorted()).toEqual(tables.map(([, name]) => name).toSorted())
  expect(Object.fromEntries(documented)).toEqual(fates)
})

test('sealed data and credentials never outlive their customer', () => {
  const classes = tableRows(page, /^## Classes of data/)
  const secret = classes
    .filter(([name = '']) => ['secret', 'token'].includes(name))
    .flatMap(([, , , tables = '']) => namesIn(tables))
  const kept = secret.filter(table => Reflect.get(fates, table) !== 'destroyed')
  // Auditors must be able to open a retained invoice (GoBD). The proof of the keys belongs to the portal itself.
  expect(kept).toEqual(['invoice_pdf_password', 'key_canary'])
})

test('every file that uses cryptography is in the inventory, with nothing left over', () => {
  const listed = tableRows(page, /^## Cryptography/).flatMap(([file = '']) => namesIn(file))
  const using = readSourceFiles().filter(file => isRunning(file) && usesCryptography(file))
  expect(using.length).toBeGreaterThan(10)
  expect(listed.toSorted()).toEqual(using.map(({ path }) => path))
})

test('every documented limit has its test', () => {
  const limits = tableRows(page, /^## Limits of use/)
  expect(limits.length).toBeGreaterThan(10)
  expect(
    limits.flatMap(([what, , shownBy = '']) => problemOf(shownBy.slice(1, -1)) ?? (what ? [] : ['no name'])),
  ).toEqual([])
})

const libraries = /^(node:crypto|@node-rs\/argon2|otpauth|@simplewebauthn\/.+|@cantoo\/pdf-lib)$/

function usesCryptography({ imports, uses }: SourceFile): boolean {
  return (
    imports.some(({ specifier, isTypeOnly }) => !isTypeOnly && libraries.test(specifier)) ||
    [...uses].some(use => use.startsWith('crypto.'))
  )
}

function isRunning({ path, isTest }: SourceFile): boolean {
  return !isTest && /^(contract|server|demo|web)\/(?!testing\/)/.test(path)
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}
