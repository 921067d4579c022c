/**
 * Keeps `import.meta.url` of each module of the server the address of its source: threads, texts and the version are
 * found next to the sources, which an installation has, and not next to the built files.
 */
import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** From dist/server, where the built files lie side by side. */
const root = '../../'

export function sourceUrls(): Plugin {
  return {
    name: 'source-urls',
    enforce: 'pre',
    transform: {
      filter: { id: { exclude: /\/node_modules\// }, code: 'import.meta' },
      handler: (code, id) => ({ code: withSourceUrl(code, relative('', id)), map: null }),
    },
  }
}

/** Throws where a module would get the place of a built file in another way. */
export function withSourceUrl(code: string, path: string): string {
  const other = /import\.meta\.(?!url\b|resolve\b)\w+/.exec(code)
  if (other) throw new Error(`${path} uses ${other[0]}, which is another one in the build`)
  return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(root + path)}, import.meta.url).href`)
}
