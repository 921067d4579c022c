import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const style = readFileSync('web/styles/app.css', 'utf8')
const styled = new Set([...style.matchAll(/@source "\.\.\/features\/([a-z-]+)"/g)].map(match => match[1]))

/** Behind the login, where all classes are loaded. */
const behindLogin = ['web/pages/user-settings.page.tsx', 'web/pages/home-rows.tsx', 'web/pages/dns-views.tsx']
const pages = globSync('web/pages/*.tsx').filter(file => !behindLogin.includes(file))

it.each(pages)('the classes of %s come with the application', page => {
  const used = [...readFileSync(page, 'utf8').matchAll(/#web\/features\/([a-z-]+)\//g)].map(match => match[1])
  expect(used.filter(feature => !styled.has(feature))).toEqual([])
})
