import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completed, type LockedPackage, type LockFile, missingPackages, readLockFile } from './lock-file.ts'

const lock = readLockFile('package-lock.json')

test('the lock file names every package that another one needs (else: node scripts/complete-lock-file.ts)', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
  expect(missingPackages(lock)).toEqual([])
})

test('every package for a system the product runs on carries the hash of its content', () => {
  const unproven = Object.entries(lock.packages).filter(
    ([path, { integrity }]) => path !== '' && integrity === undefined,
  )
  expect(unproven.filter(([, locked]) => isForUs(locked))).toEqual([])
})

test('the lock file names no registry', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/)
})

test('a program for another system that npm left out is added with its system, a needed package is not', () => {
  const incomplete: LockFile = {
    packages: {
      '': { dependencies: { tool: '1.0.0', gone: '1.0.0' } },
      'node_modules/tool': { dev: true, optionalDependencies: { '@tool/linux-x64-musl': '1.0.0' } },
    },
  }
  const after = completed(incomplete)
  expect(after.packages['node_modules/@tool/linux-x64-musl']).toEqual({
    version: '1.0.0',
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  })
  expect(missingPackages(after).map(({ name }) => name)).toEqual(['gone'])
})

/** Linux with glibc on x64 or arm64; a package without restrictions is for all. */
function isForUs({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: LockedPackage): boolean {
  return os.includes('linux') && libc.includes('glibc') && (cpu.includes('x64') || cpu.includes('arm64'))
}
