/**
 * How the code is cut into files. Left alone the bundler makes a hundred tiny shared ones, each of them a request; left
 * to join them by size it gives pages code they do not need. So what pages need before they show is put together by who
 * needs it: a new page or component finds its place by itself. What is loaded on demand (windows, menus, the Markdown
 * parser) is not named here and comes in files of its own.
 */
import type { Rolldown } from 'vite'

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** What belongs to no noun: components, their words, packages. Icons are counted by the bundler, one by one. */
const kit =
  /\/web\/(?:components|lib)\/|\/web\/texts\/(?:common|form-validation)\.texts\.ts$|\/contract\/(?:limits|texts\/validation\.texts)\.ts$|\/node_modules\/(?!@tabler)/
const noun = /\/(?:web\/features|web\/texts|contract)\/([a-z-]+)/
const formPackages = /\/node_modules\/(?:react-hook-form|@hookform|zod)\//
/** What the login needs of forms. */
const formParts =
  /\/web\/(?:components\/form\/(?:form|submit-button|text-area|text-input|password-input)\.tsx|lib\/form\/apply-problem\.ts)$/
const pageFile = /\/web\/pages\/.*\.tsx$/
const portalPage = /-portal\/|\/user-settings\.page\.tsx$/

/** A part that this many pages of the portals need comes with the first of them. */
const kitPages = 4

/** A group takes along what its files import, as far as no group before it has. */
const groups: readonly Omit<Rolldown.CodeSplittingGroup, 'priority'>[] = [
  // What starts the look-up.
  { name: 'first', test: /\/web\/main\.tsx$/ },
  // What every page needs, and the first screen of the homepage: a file of its own would be one more request.
  { name: 'app', test: /\/web\/(?:app\/start|pages\/home\.page)\.tsx$/ },
  // What is asked at the start of whoever is logged in: alone, and with nothing of the pages that show it.
  { name: 'own-services', test: /\/web\/lib\/session\/own-services\.ts$/ },
  // What nearly every page shows, the homepage below its first screen; and how a control looks, which would bring the
  // forms to every list from their file.
  {
    name: 'basis',
    test: /\/web\/(?:components\/[a-z]+\/(?:card|disclosure|error-state|field|markdown|notice|page-header|text-link)|features\/faq\/faq-(?:item|skeleton))\.tsx$|\/web\/(?:components\/form\/control-class|lib\/(?:form\/draft-storage|session\/own-path))\.ts$/,
  },
  // The rest of the homepage.
  { name: 'site', test: /\/web\/pages\/home-sections\.tsx$/ },
  { name: 'queries', test: /\/web\/app\/with-queries\.tsx$|\/@tanstack\/(?:react-query|query-core)\// },
  // Forms and tables share these: in the file of either, they would bring the other along.
  { name: 'shared', test: /\/web\/components\/form\/checkbox\.tsx$|\/contract\/(?:lists|prices)\.ts$/ },
  // What the login needs of forms; then what longer ones need beside.
  { name: 'form', test: formParts },
  {
    name: 'schemas',
    test: /\/node_modules\/(?:@hookform|zod)\/|\/contract\/(?:accounts|fields)\.ts$|\/web\/(?:lib\/form\/drafts\.ts|components\/form\/checkbox-field\.tsx)$/,
  },
  { name: byPages(iconsName), debugName: 'icons', test: /\/@tabler\/icons-react\//, minShareCount: 2 },
  { name: byPages(partsName), debugName: 'parts', test: kit },
  { name: byPages(kitName), debugName: 'kit', test: kit },
  { name: byPages(inputsName), debugName: 'inputs', test: kit },
  { name: byPages(nounName), debugName: 'nouns', test: noun },
]

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
}

/** Who needs a module before they can show, and whether it brings forms along. */
type Use = { id: string; publicPages: number; portalPages: number; hasForms: boolean }

/** Visitors do not load what only the portals draw. */
function iconsName({ publicPages }: Use): string {
  return publicPages > 0 ? 'icons' : 'portal-icons'
}

/** Beside the pages for everybody: small, and also in the portals. */
function partsName({ publicPages, portalPages, hasForms }: Use): string | null {
  return publicPages > 0 && publicPages + portalPages > 1 && !hasForms ? 'parts' : null
}

/** What the portals are made of. */
function kitName({ publicPages, portalPages, hasForms }: Use): string | null {
  return publicPages === 0 && portalPages >= kitPages && !hasForms ? 'kit' : null
}

function inputsName({ publicPages, portalPages, hasForms }: Use): string | null {
  return publicPages === 0 && portalPages > 1 && hasForms ? 'inputs' : null
}

/** Words, questions and parts of one noun that several pages of the portals show. */
function nounName({ id, publicPages, portalPages, hasForms }: Use): string | null {
  const name = noun.exec(id)?.[1]
  if (!name || publicPages > 0 || portalPages < 2) return null
  return hasForms ? `${name}-forms` : name
}

function byPages(nameOf: (use: Use) => string | null): Rolldown.CodeSplittingNameFunction {
  return (id, graph) => nameOf(useOf(id, graph))
}

const known = new Map<string, Use>()

function useOf(id: string, graph: Graph): Use {
  const cached = known.get(id)
  if (cached) return cached
  const above = reachable(id, module => graph.getModuleInfo(module)?.importers)
  const pages = [...above].filter(module => isPage(module, graph))
  const portalPages = pages.filter(page => portalPage.test(page)).length
  const below = reachable(id, module => graph.getModuleInfo(module)?.importedIds)
  const hasForms = [...below].some(module => formPackages.test(module) || formParts.test(module))
  const use = { id, publicPages: pages.length - portalPages, portalPages, hasForms }
  known.set(id, use)
  return use
}

/** A file beside the pages may also be a part of one. */
function isPage(id: string, graph: Graph): boolean {
  return pageFile.test(id) && (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
}

/** The module and all that can be reached from it, step by step. */
function reachable(id: string, next: (module: string) => readonly string[] | undefined): Set<string> {
  const found = new Set([id])
  for (const module of found) for (const neighbour of next(module) ?? []) found.add(neighbour)
  return found
}
