import { existsSync } from 'node:fs'
import { StartError } from './start-error.ts'

const entry = new URL('../demo/demo-load.ts', import.meta.url)

/** The demo, which an installation may omit (the image does). Throws StartError where it is missing. */
export async function importDemo() {
  // Looked for before: a module that is missing further inside is a fault of its own.
  if (!existsSync(entry)) {
    throw new StartError('The demo needs the folder demo of the source, which this installation does not have.')
  }
  const [
    { loadDemo, demoUsernames, demoPassword },
    { demoJobs, keepDemoAlive },
    { isDemoLoaded },
    { refuseForeignData },
  ] = await Promise.all([
    import('#demo/demo-load.ts'),
    import('#demo/demo-live.ts'),
    import('#demo/demo-loaded.ts'),
    import('#demo/foreign-data.ts'),
  ])
  return { loadDemo, demoUsernames, demoPassword, demoJobs, keepDemoAlive, isDemoLoaded, refuseForeignData }
}

export type Demo = Awaited<ReturnType<typeof importDemo>>
