/**
 * How the code is split into files. On its own the bundler creates a hundred tiny shared files, each of them a request;
 * if it joins them by size, pages get code they do not need. So modules that pages need before they show are grouped by
 * the pages that need them: a new page or component finds its place by itself. Parts loaded on demand (windows, menus,
 * the Markdown parser) are not named here and have their own files.
 */
import type { Rolldown } from 'vite'

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** Belongs to no noun: components, their texts, packages. Icons are counted by the bundler, one by one. */
const kit =
  /\/web\/(?:components|lib)\/|\/web\/texts\/(?:common|form-validation)\.texts\.ts$|\/contract\/(?:limits|texts\/validation\.texts)\.ts$|\/node_modules\/(?!@tabler)/
const noun = /\/(?:web\/features|web\/texts|contract)\/([a-z-]+)/
const formPackages = /\/node_modules\/(?:react-hook-form|@hookform|zod)\//
/** The login's share of forms. */
const formParts =
  /\/web\/(?:components\/form\/(?:form|submit-button|text-area|text-input|password-input)\.tsx|lib\/form\/apply-problem\.ts)$/
const pageFile = /\/web\/pages\/.*\.tsx$/
const portalPage = /-portal\/|\/user-settings\.page\.tsx$/

/** The routes behind the login, and the frame of both portals. */
const portalFrame = /\/web\/app\/(?:routes\/whole-tree\.ts|layouts\/portal-layout\.tsx)$/
const icons = /\/@tabler\/icons-react\//
/** The places in the bar of a phone, grouped with its icons: public pages need them, too. */
const portalPlaces = /\/web\/app\/(?:layouts\/portal-places|use-crumbs)\.ts$/
const endpoints = /\/contract\/[a-z-]+\.ts\?endpoints$/

/** A part that this many pages of the portals need is loaded with the first of them. */
const kitPages = 4

/** A group includes the imports of its files, unless an earlier group has them. */
const groups: readonly Omit<Rolldown.CodeSplittingGroup, 'priority'>[] = [
  // The entry of the look-up.
  { name: 'first', test: /\/web\/main\.tsx$/ },
  // Compiled in a task of its own, beside the application.
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
  // Needed by every page and the first screen of the homepage: a separate file would be one more request.
  { name: 'app', test: /\/web\/(?:app\/start|pages\/home\.page)\.tsx$/ },
  // Requested at the start of a login session: alone, and without the pages that show it.
  { name: 'own-services', test: /\/web\/lib\/session\/own-services\.ts$/ },
  // Shown by nearly every page, by the homepage below its first screen; and the styles of controls and the icons of
  // passwords, which would load the forms with every list from their file.
  {
    name: 'basis',
    test: /\/web\/(?:components\/[a-z]+\/(?:card|disclosure|error-state|field|markdown|notice|page-header|text-link)|features\/faq\/faq-(?:item|skeleton))\.tsx$|\/web\/(?:components\/form\/control-class|lib\/(?:form\/draft-storage|session\/own-path))\.ts$|\/icons\/IconEye(?:Off)?\.\w+$/,
  },
  // The rest of the homepage.
  { name: 'site', test: /\/web\/pages\/home-sections\.tsx$/ },
  { name: 'queries', test: /\/web\/app\/with-queries\.tsx$|\/@tanstack\/(?:react-query|query-core)\// },
  // Shared by forms and tables: in the file of either, they would load the other as well.
  {
    name: 'shared',
    test: /\/web\/components\/form\/checkbox\.tsx$|\/contract\/(?:lists|prices)\.ts(?:\?endpoints)?$/,
  },
  // The login's share of forms; then the additions for longer ones.
  { name: 'form', test: formParts },
  {
    name: 'schemas',
    test: /\/node_modules\/(?:@hookform|zod)\/|\/contract\/(?:accounts|fields)\.ts$|\/web\/(?:lib\/form\/drafts\.ts|components\/form\/checkbox-field\.tsx)$/,
  },
  // Charts of several nouns: without its own chunk it pulls those of one noun into the pages of the others.
  { name: 'scale', test: /\/web\/components\/display\/scale-steps\.ts$/ },
  {
    name: byPages(iconsName),
    debugName: 'icons',
    test: id => icons.test(id) || portalPlaces.test(id),
    minShareCount: 2,
  },
  { name: byPages(partsName), debugName: 'parts', test: id => kit.test(id) || endpoints.test(id) },
  { name: byPages(portalName), debugName: 'portal' },
  { name: byPages(inputsName), debugName: 'inputs', test: kit },
  { name: byPages(nounName), debugName: 'nouns', test: noun },
]

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
}

/** The pages that need a module before they can show, and whether it includes forms. */
type Use = { id: string; publicPages: number; portalPages: number; hasForms: boolean }

/** Visitors do not load drawings of the portals. */
function iconsName({ publicPages }: Use): string {
  return publicPages > 0 ? 'icons' : 'portal-icons'
}

/** Next to the public pages: small, and also in the portals. */
function partsName({ id, publicPages, portalPages, hasForms }: Use): string | null {
  if (endpoints.test(id) && portalPages < kitPages) return null
  return publicPages > 0 && publicPages + portalPages > 1 && !hasForms ? 'parts' : null
}

/** The common parts of the portals: on a phone, requesting a file takes more time than loading most of these parts. */
function portalName({ id, publicPages, portalPages, hasForms }: Use): string | null {
  if (portalFrame.test(id)) return 'portal'
  if (publicPages > 0 || hasForms) return null
  const isCommon = kit.test(id) ? portalPages >= kitPages : portalPages > 0 && endpoints.test(id)
  return isCommon ? 'portal' : null
}

function inputsName({ publicPages, portalPages, hasForms }: Use): string | null {
  return publicPages === 0 && portalPages > 1 && hasForms ? 'inputs' : null
}

/** Texts, queries and parts of one noun that several pages of the portals show. */
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

/** A file next to the pages may also be a part of one. */
function isPage(id: string, graph: Graph): boolean {
  return pageFile.test(id) && (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
}

/** The module and all its direct and indirect imports. */
function reachable(id: string, next: (module: string) => readonly string[] | undefined): Set<string> {
  const found = new Set([id])
  for (const module of found) for (const neighbour of next(module) ?? []) found.add(neighbour)
  return found
}
