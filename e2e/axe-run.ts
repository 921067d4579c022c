/** Functions that run inside the page with axe-core. Playwright sends their text: each contains all that it needs. */

export type Outcome = {
  findings: string[]
  /** The appearances of the texts whose contrast passed. */
  passed: string[]
}

type Check = { message: string }
type NodeResult = { any: Check[]; all: Check[]; none: Check[]; node: { element: Element; selector: string[] } }
type RuleResult = { id: string; passes?: NodeResult[]; incomplete?: NodeResult[]; violations?: NodeResult[] }
type Axe = {
  run(context: object, options: object): Promise<Outcome>
  addReporter(
    name: string,
    report: (results: RuleResult[], options: object, done: (made: Outcome) => void) => void,
  ): void
}
type PageWithAxe = typeof globalThis & {
  axe: Axe
  appearances(): Map<Element, string>
  /** The texts that were visible in the last run to which contrast does not apply: of disabled buttons. */
  exempt: WeakSet<Element>
  /** The links inside texts, to which the other rule about colours applies. */
  links: Element[]
}

/**
 * Call once per page load, after axe itself. The appearance of a text is its colour, size and weight, all its ancestors
 * with their tag, class, style and background, and whatever lies under or over its middle: what contrast depends on.
 */
export function prepareAxe(): void {
  const page = globalThis as PageWithAxe
  const hash = (text: string) => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57]
    for (let index = 0; index < text.length; index += 1) {
      one = Math.imul(one ^ text.charCodeAt(index), 2654435761)
      other = Math.imul(other ^ text.charCodeAt(index), 1597334677)
    }
    return `${one >>> 0}-${other >>> 0}`
  }
  const isText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '')
  page.appearances = () => {
    const frames = new Map<Element, string>()
    const frameOf = (element: Element): string => {
      const known = frames.get(element)
      if (known !== undefined) return known
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element)
      const around = element.parentElement === null ? '' : frameOf(element.parentElement)
      const own = [element.tagName, element.getAttribute('class'), element.getAttribute('style')]
      const frame = hash([around, ...own, backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join('|'))
      frames.set(element, frame)
      return frame
    }
    const texts = new Map<Element, string>()
    for (const element of document.body.querySelectorAll('*')) {
      if (!isText(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const { x, y, width, height } = element.getBoundingClientRect()
      // For screen readers only.
      if (width <= 1 && height <= 1) continue
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
      const layers = document
        .elementsFromPoint(x + width / 2, y + height / 2)
        .flatMap(layer => (layer.contains(element) ? [] : frameOf(layer)))
      const isHint = element.matches(':placeholder-shown')
      texts.set(element, hash([frameOf(element), color, fontSize, fontWeight, textShadow, isHint, ...layers].join('|')))
    }
    return texts
  }
  page.axe.addReporter('outcome', (results, _, done) => {
    const findings = results.flatMap(({ id, violations = [] }) =>
      violations.map(({ any, all, none, node }) => {
        const reason = [...any, ...all, ...none].at(0)?.message ?? ''
        return `${id} at ${node.selector.join(' ')} (${reason})`
      }),
    )
    const texts = page.appearances()
    const elements = (rule: string, ...groups: ('passes' | 'incomplete' | 'violations')[]) =>
      results
        .filter(({ id }) => id === rule)
        .flatMap(result => groups.flatMap(group => result[group]?.map(({ node }) => node.element) ?? []))
    const appearancesOf = (...groups: ('passes' | 'incomplete' | 'violations')[]) =>
      new Set(elements('color-contrast', ...groups).flatMap(text => texts.get(text) ?? []))
    const doubtful = appearancesOf('incomplete', 'violations')
    const checked = new Set(elements('color-contrast', 'passes', 'incomplete', 'violations'))
    page.exempt = new WeakSet([...texts.keys()].filter(text => !checked.has(text)))
    page.links = elements('link-in-text-block', 'passes', 'incomplete', 'violations')
    done({ findings, passed: [...appearancesOf('passes')].filter(appearance => !doubtful.has(appearance)) })
  })
}

/** All rules, on the whole page. */
export function runAll(): Promise<Outcome> {
  return (globalThis as PageWithAxe).axe.run(document, { reporter: 'outcome' })
}

/** How the texts of the page appear in the current scheme. */
export function listAppearances(): string[] {
  const { appearances, exempt } = globalThis as PageWithAxe
  return [...new Set([...appearances()].flatMap(([text, appearance]) => (exempt.has(text) ? [] : [appearance])))]
}

/** The rules about colours, on all links inside texts and all texts of these appearances. */
export async function runColours(wanted: string[]): Promise<Outcome> {
  const { axe, appearances, links } = globalThis as PageWithAxe
  const texts = [...appearances()].flatMap(([text, appearance]) => (wanted.includes(appearance) ? [text] : []))
  const include = [...links.filter(({ isConnected }) => isConnected), ...texts]
  if (include.length === 0) return { findings: [], passed: [] }
  return await axe.run({ include }, { reporter: 'outcome', runOnly: ['color-contrast', 'link-in-text-block'] })
}
