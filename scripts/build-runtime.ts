/**
 * Moves the bundler's runtime into the first script. With manual chunk groups, the bundler keeps it in a separate file:
 * one more request before every page, for 400 bytes.
 */
import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

export function runtimeInFirst(): Plugin {
  return {
    name: 'runtime-in-first',
    apply: 'build',
    // File names are computed before this changes their content.
    augmentChunkHash: () => 'runtime-in-first',
    generateBundle: { order: 'post', handler: (_, bundle) => moveRuntime(bundle) },
  }
}

/** Throws when the build has an unexpected shape: otherwise only a browser would notice. */
function moveRuntime(bundle: Rolldown.OutputBundle): void {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const runtime = chunkWith('rolldown/runtime.js', chunks)
  const first = chunkWith('/web/main.tsx', chunks)
  if (first.imports.some(file => file !== runtime.fileName))
    throw new Error(`${first.fileName} is not the first to run`)
  const [oldName, newName] = [basename(runtime.fileName), basename(first.fileName)]
  for (const chunk of chunks) {
    const own = chunk === first ? ownFunctions(runtime) : undefined
    const code = chunk.code.replace(/import\{([^}]*)\}from"\.\/([^"]*)";/g, (whole, names: string, file: string) => {
      if (file !== oldName) return whole
      const parts = pairsIn(names).map(([from, to]) => (own ? `${to}=${longName(from)}` : `${longName(from)} as ${to}`))
      return own ? `${own.declared}const ${parts};` : `import{${parts}}from"./${newName}";`
    })
    // The remaining uses of the old name are in preload lists.
    chunk.code = code.replaceAll(oldName, newName) + (own?.exported ?? '')
    const imports = chunk.imports.map(file => (file === runtime.fileName ? first.fileName : file))
    chunk.imports = [...new Set(imports)].filter(file => file !== chunk.fileName)
  }
  delete bundle[runtime.fileName]
  removeScript(bundle['index.html'], runtime.fileName)
}

/** The functions with names that only this file has, and their exports. */
function ownFunctions({ code, fileName }: Rolldown.OutputChunk): { declared: string; exported: string } {
  const [, body = '', names] = /^(.*)export\{(.*)\};\s*$/s.exec(code) ?? []
  if (names === undefined) throw new Error(`${fileName} does not end with what it exports`)
  const exported = pairsIn(names).map(([, name]) => longName(name))
  const values = pairsIn(names).map(([local, name]) => `${longName(name)}:${local}`)
  return { declared: `const{${exported}}=(()=>{${body}return{${values}}})();`, exported: `export{${exported}};` }
}

function removeScript(page: Rolldown.OutputBundle[string] | undefined, fileName: string): void {
  if (page?.type !== 'asset') throw new Error('the build made no index.html')
  page.source = String(page.source).replace(`<script type="module" crossorigin src="/${fileName}"></script>`, '')
  if (page.source.includes(fileName)) throw new Error(`index.html still asks for ${fileName}`)
}

function chunkWith(module: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const found = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(module)))
  if (!found) throw new Error(`${module} is in no chunk any more`)
  return found
}

/** `a as b,c` as `[[a, b], [c, c]]`. */
function pairsIn(names: string): [string, string][] {
  return names.split(',').map(each => {
    const [from = '', to = from] = each.trim().split(' as ')
    return [from, to]
  })
}

/** Longer than any name of the minifier. */
function longName(name: string): string {
  return `runtime_${name}`
}
