import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Dependencies = Record<string, string>
type Manifest = { dependencies: Dependencies; devDependencies: Dependencies; optionalDependencies: Dependencies }

// Our own file.
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const packages = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
const rows = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `([^`]+)` \| (.+?) \|/gm)]

test('every package has one line in docs/dependencies.md with its reason, and no line is left over', () => {
  const explained = rows.map(([, name]) => name)
  expect(explained.length).toBeGreaterThan(30)
  expect(explained.toSorted()).toEqual(Object.keys(packages).toSorted())
})

test('every package is pinned to one exact version', () => {
  const loose = Object.entries(packages).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  expect(loose).toEqual([])
})
