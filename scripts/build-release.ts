/**
 * Data about a build for the server and a running page: `build.json` names the release, `csp.json` the hash of the one
 * style block, `pages.json` the addresses of the app, and index.html preloads the application that its small first
 * script would request late.
 */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Plugin, Rolldown } from 'vite'
import { paths } from '#web/app/paths.ts'
import { styleHash } from './build-loading-rings.ts'

/** The chunk that `web/main.tsx` loads at once; a page's own chunk depends on the address and is unknown here. */
const application = 'web/app/start.tsx'
/** Imports between files, and the file of each page. Next to dist/web and not in it: visitors do not need it. */
export type BuildManifest = {
  files: Record<string, { imports: string[]; css: string[] }>
  /** Source file of a page or of a part that is loaded on demand, and its output file. */
  parts: Record<string, string>
}

export function release(): Plugin {
  return {
    name: 'release',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => (bundle ? html.replace('</head>', `${earlyLinks(html, bundle)}</head>`) : html),
    },
    generateBundle(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('the build made no index.html')
      const html = squeeze(page.source.toString())
      const name = releaseName(bundle, html)
      page.source = html.replace('</head>', `<meta name="release" content="${name}"></head>`)
      this.emitFile({ type: 'asset', fileName: 'build.json', source: `${JSON.stringify({ release: name })}\n` })
      this.emitFile({
        type: 'asset',
        fileName: 'csp.json',
        source: `${JSON.stringify({ styleHashes: hashes(html) })}\n`,
      })
      const pages = { pages: Object.values(paths) }
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: `${JSON.stringify(pages)}\n` })
    },
    async writeBundle({ dir = '' }, bundle) {
      await writeFile(`${dir}-manifest.json`, JSON.stringify(manifestOf(bundle), null, 2))
    },
  }
}

/** Files the page will request, and does not request yet. */
function earlyLinks(html: string, bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const start = chunks.find(chunk => chunk.moduleIds.some(id => id.endsWith(application)))
  if (!start) throw new Error(`${application} is in no chunk any more`)
  const scripts = [start.fileName, ...start.imports].filter(file => !html.includes(file))
  const styles = [...(start.viteMetadata?.importedCss ?? [])]
  return [
    ...styles.map(file => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ...scripts.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('')
}

function manifestOf(bundle: Rolldown.OutputBundle): BuildManifest {
  const manifest: BuildManifest = { files: {}, parts: {} }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    manifest.files[chunk.fileName] = { imports: chunk.imports, css: [...(chunk.viteMetadata?.importedCss ?? [])] }
    for (const id of chunk.moduleIds) {
      const source = /\/(web\/(?:pages|app)\/.*\.tsx?)$/.exec(id)?.[1] ?? /\/(web\/main\.tsx)$/.exec(id)?.[1]
      if (source) manifest.parts[source] = chunk.fileName
    }
  }
  return manifest
}

/** File names contain the hash of their content, so they and the page identify the whole build. */
function releaseName(bundle: Rolldown.OutputBundle, html: string): string {
  const hash = createHash('sha256').update(html)
  for (const file of Object.keys(bundle).toSorted()) hash.update(`${file}\0`)
  return hash.digest('hex').slice(0, 16)
}

/** Line breaks between tags are useless in a browser. */
function squeeze(html: string): string {
  return html.replaceAll(/>\s+</g, '><').trim()
}

function hashes(html: string): string[] {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(match => styleHash(match[1] ?? ''))
}
