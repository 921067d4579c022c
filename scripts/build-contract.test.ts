import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { endpointTables, importingTables, leanContract, schemasOnly } from './build-contract.ts'

const source = `
import * as z from 'zod/mini'
import { defineEndpoints, page } from './endpoint.ts'

const fruitBytesMax = 4_096
export const words = ['a', 'b'] as const
export const fruit = z.object({ name: z.string().check(z.minLength(1, 'required')) })
export type Fruit = z.output<typeof fruit>
export const isFruit = (value: unknown): value is Fruit => fruit.safeParse(value).success

export const fruits = defineEndpoints({
  list: { method: 'GET', path: '/fruits/', access: 'public', summary: 'Fruits.', query: fruit, response: page(fruit) },
  change: {
    method: 'PATCH',
    path: '/fruits/{id}/',
    access: 'admin',
    summary: 'Change.',
    body: fruit,
    bodyBytes: fruitBytesMax,
    response: fruit,
    status: 200,
    conditional: true,
    duringImpersonation: true,
    stepUp: { changes: ['name'] },
  },
})
`

describe('an endpoint table in the browser', () => {
  it('keeps the data for a call, without schema, documentation and server-only fields', async () => {
    const code = await endpointTables(source)
    expect(new Function(code.replace('export const fruits =', 'return').replaceAll('export ', ''))()).toEqual({
      list: { method: 'GET', path: '/fruits/', access: 'public' },
      change: {
        method: 'PATCH',
        path: '/fruits/{id}/',
        access: 'admin',
        body: true,
        status: 200,
        conditional: true,
        duringImpersonation: true,
      },
    })
  })

  it.each(readdirSync('contract').filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts')))(
    'of %s references nothing that was removed',
    async name => {
      const code = await endpointTables(readFileSync(`contract/${name}`, 'utf8'))
      expect(new Function(code.replaceAll('export ', ''))).not.toThrow()
    },
  )

  it('is imported from a separate module, its schemas from theirs', async () => {
    const code = "import { words, fruits as all, fruit } from '#contract/fruits.ts'\nuse(all)"
    const tables = async (file: string) => (file === 'fruits.ts' ? ['fruits'] : [])
    expect(await importingTables(code, tables)).toBe(
      "import { fruits as all } from '#contract/fruits.ts?endpoints'\nimport { words, fruit } from '#contract/fruits.ts'\nuse(all)",
    )
    expect(await importingTables("import { fruit } from '#contract/fruits.ts'", tables)).toBe(
      "import { fruit } from '#contract/fruits.ts'",
    )
  })

  it('has its value lists, which lists and filters show; other contract files have such lists, too', async () => {
    const code = await endpointTables(source)
    expect(code).toContain('export const words = ["a", "b"]')
    expect(code).not.toMatch(/isFruit|zod/)
    expect(await endpointTables("export const words = ['a']\nexport const made = make(words)")).toBe(
      'export const words = ["a"]\n',
    )
  })

  it('must be literal, so that nothing is removed unnoticed', async () => {
    await expect(endpointTables('export const x = defineEndpoints(table)')).rejects.toThrow('object literal')
    await expect(endpointTables('export const x = defineEndpoints({ list })')).rejects.toThrow('object literal')
  })
})

describe('a schema in the browser', () => {
  it('is marked side-effect free where it is created, and only there', async () => {
    const code = await schemasOnly(source)
    expect(code.match(/#__PURE__/g)).toHaveLength(2)
    expect(code).toContain('export const words = ["a", "b"]')
    expect(code).toMatch(/isFruit = \(value\) => fruit\.safeParse/)
  })
})

describe('the bundle', () => {
  /** A virtual file, in the folder whose imports are redirected to the tables. */
  const entry = fileURLToPath(new URL('../web/test-entry.ts', import.meta.url))

  async function bundle(code: string): Promise<string> {
    const given = {
      name: 'given',
      resolveId: (id: string) => (id === entry ? id : null),
      load: (id: string) => (id === entry ? code : null),
    }
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [given, leanContract()],
      build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input: entry } },
    })
    const outputs = Array.isArray(result) ? result : [result]
    return outputs
      .flatMap(one => ('output' in one ? one.output : []))
      .map(file => (file.type === 'chunk' ? file.code : ''))
      .join('')
  }

  it('of a page that only calls holds no schema at all', async () => {
    const code = await bundle("import { tickets } from '#contract/tickets.ts'\nconsole.log(tickets.list.path)")
    expect(code).toContain('/api/backend/tickets/')
    expect(code).not.toMatch(/zod|strictObject|The numbers above|ordering\.invalid/i)
  })

  it('of a form holds the schema it names, and no other', async () => {
    const code = await bundle(
      "import { accounts, credentials } from '#contract/accounts.ts'\nconsole.log(accounts.login, credentials.safeParse({}))",
    )
    expect(code).toContain('password.too_short')
    expect(code).not.toContain('username.characters')
  })
})
