import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { proofs, stateProofs } from './proofs.ts'

const sized = /inject\('proofSize'\)|\bnumberOfCases\(|\bdescribeStates\(/

test('every test that has a larger size is part of a proof', () => {
  const proven = [...Object.values(proofs).flat(), ...stateProofs]
  const files = globSync(['{server,energy,demo}/**/*.test.ts', 'e2e/**/*.spec.ts'])
  const found = files.filter(file => sized.test(readFileSync(file, 'utf8')))
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(file => !proven.some(place => file.startsWith(place)))).toEqual([])
})
