import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compile } from 'tailwindcss'
import { expect, it } from 'vitest'

const style = readFileSync('web/styles/app.css', 'utf8')
const styled = new Set([...style.matchAll(/@source "\.\.\/features\/([a-z-]+)"/g)].map(match => match[1]))

/** Behind the login, where all classes are loaded. */
const behindLogin = [
  'web/pages/user-settings.page.tsx',
  'web/pages/home-rows.tsx',
  'web/pages/dns-views.tsx',
  'web/pages/energy-site-views.tsx',
  'web/pages/month-report-frame.tsx',
]
const pages = globSync('web/pages/*.tsx').filter(file => !behindLogin.includes(file))

it.each(pages)('the classes of %s come with the application', page => {
  const used = [...readFileSync(page, 'utf8').matchAll(/#web\/features\/([a-z-]+)\//g)].map(match => match[1])
  expect(used.filter(feature => !styled.has(feature))).toEqual([])
})

/** Tailwind silently drops a class that names no token: the element keeps the color or size of its parent. */
it('every class of a color, text or frame is one of our tokens', async () => {
  const style = await compile(readFileSync('web/styles/portal.css', 'utf8'), {
    base: path.resolve('web/styles'),
    loadStylesheet: async (id, base) => {
      const file = id.startsWith('.') ? path.resolve(base, id) : createRequire(import.meta.url).resolve(id)
      return { path: file, base: path.dirname(file), content: readFileSync(file, 'utf8') }
    },
  })
  const used = new Map(
    globSync('web/**/*.{ts,tsx}', { exclude: ['web/**/*.test.*', 'web/texts/**'] }).flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)]
        .flatMap(([text]) => text.slice(1, -1).split(/\s+/))
        .filter(word =>
          /^(?:[\w-]+:)*(?:text|bg|border|divide|tracking|font|leading|rounded|fill|stroke)-[a-z]+(?:-\w+)*$/.test(
            word,
          ),
        )
        .map(word => [word, file]),
    ),
  )
  expect(used.size).toBeGreaterThan(60)
  const known = new Set(
    [...style.build([...used.keys()]).matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => name?.replaceAll('\\', '')),
  )
  expect([...used].filter(([word]) => !known.has(word))).toEqual([])
})
