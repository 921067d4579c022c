/**
 * Imports each icon from its own file. Through the package's index the bundler would assume that every page uses every
 * icon, and visitors would load those of the portals.
 */
import type { Plugin } from 'vite'

const iconImport = /import \{([^}]*)\} from ['"]@tabler\/icons-react['"];?/g

export function directIcons(): Plugin {
  return {
    name: 'direct-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: '@tabler/icons-react' },
      handler: code => ({ code: importingIconFiles(code), map: null }),
    },
  }
}

export function importingIconFiles(code: string): string {
  return code.replace(iconImport, (_, names: string) => namesIn(names).map(importOf).join(';'))
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && !name.startsWith('type '))
}

function importOf(name: string): string {
  return `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs'`
}
