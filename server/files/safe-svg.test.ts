import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { makeSafeSvg } from './safe-svg.ts'
import { svgAttributes, svgElements } from './svg-names.ts'
import { readXml, type XmlElement } from './xml.ts'

const frame = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20" ${attributes}>${inside}</svg>`
const shape = '<path d="M0 0L9 9"/>'
const safe = (inside: string, attributes?: string) => makeSafeSvg(frame(inside + shape, attributes))?.text ?? ''

/** Content that runs, loads, embeds or navigates, in any disguise; none of its words may remain. */
const attacks: Readonly<Record<string, string>> = {
  'a script': '<script>alert(1)</script>',
  'a script elsewhere': '<script href="https://evil.example/a.js"/>',
  'a script in CDATA': '<script><![CDATA[alert(1)]]></script>',
  'a script with a prefix': '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
  'a script of HTML': '<g xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></g>',
  'a handler': '<g onload="alert(1)" onclick="alert(1)"><path d="M1 1" onmouseover="alert(1)"/></g>',
  'a link that runs': '<a href="javascript:alert(1)"><path d="M1 1"/></a>',
  'a link that runs, written otherwise': '<a xlink:href="&#106;ava&#x73;cript:alert(1)"><text>klick</text></a>',
  'a picture elsewhere': '<image href="https://evil.example/a.png" width="9" height="9"/>',
  'a picture within': '<image href="data:image/svg+xml;base64,PHN2Zz4=" width="9" height="9"/>',
  'a part elsewhere': '<use href="https://evil.example/a.svg#x"/>',
  'a part within data': '<use xlink:href="data:image/svg+xml,evil#x"/>',
  'a part of a file': '<use href="evil.svg#x"/>',
  'foreign content': '<foreignObject width="9" height="9"><iframe src="https://evil.example"/></foreignObject>',
  'an animated address': '<a><animate attributeName="href" values="javascript:alert(1)"/><text>x</text></a>',
  'a set attribute': '<path d="M1 1"><set attributeName="onclick" to="alert(1)"/></path>',
  'an animated transformation': '<animateTransform attributeName="transform" onbegin="alert(1)"/>',
  'a filter that loads': '<filter id="f"><feImage href="https://evil.example/a.png"/></filter><g filter="url(#f)"/>',
  'a style that imports': '<style>@import url("https://evil.example/a.css");.a{fill:red}</style>',
  'a style that loads': '<style>.a{fill:url(https://evil.example/a)}.b{background:url(evil.png)}</style>',
  'a style that loads, escaped': '<style>.a{fill:u\\72l(https://evil.example/a)}</style>',
  'a style with a font': '<style>@font-face{font-family:x;src:url(https://evil.example/f.woff)}</style>',
  'a style behind a comment': '<style>.a{fill:/**/url(/**/https://evil.example/a)}</style>',
  'a style of an element': '<g style="background:url(https://evil.example/a);fill:expression(alert(1))"/>',
  'a style that leaves its place': '<style>.a{fill:red}&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style>',
  'a fill elsewhere': '<path d="M1 1" fill="url(https://evil.example/a#b)"/>',
  'a fill elsewhere behind an own one': '<path d="M1 1" fill="url(#a) url(//evil.example/b)"/>',
  'a set of pictures': '<path d="M1 1" mask="image-set(&quot;evil.png&quot; 1x)"/>',
  'an attribute that ends itself': '<path d="M1 1" class="&quot; onload=&quot;alert(1)"/>',
  'an end of the text':
    '<text>&lt;script&gt;alert(1)&lt;/script&gt;</text><title>]]&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>',
  'another base': '<g xml:base="https://evil.example/"><use href="#a"/></g>',
  'a handler of SMIL': '<discard begin="evil.click"/><handler type="text/javascript">alert(1)</handler>',
  'a frame': '<iframe src="https://evil.example"/><embed src="evil.swf"/><object data="evil"/>',
  'an instruction': '<?xml-stylesheet href="https://evil.example/a.css"?>',
  'a comment': '<!-- evil --><path d="M2 2"/>',
}

describe('an SVG with', () => {
  test.each(Object.entries(attacks))('%s keeps the drawing, and nothing of that', (_, attack) => {
    const text = safe(attack)
    expect(text).toContain('M0 0L9 9')
    // As text it may be read, as markup it is not.
    expect(text.replaceAll(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g, '')).not.toMatch(
      /evil|alert|script[^g]|<(?!\/?(svg|g|a?path|text|title|use|style|tspan)\b)|\son\w+=|data:|https?:(?!\/\/www\.w3\.org\/2000\/svg")|@|\\/,
    )
    expectListed(readXml(text))
  })

  const rulesOfOne = Array.from({ length: 9_000 }, (_, part) => `.a{mask:url(#m${part})}`).join('')
  test.each([
    ['a declared entity', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${frame('<text>&a;</text>')}`],
    [
      'entities that multiply',
      `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(50)}"><!ENTITY b "&a;&a;&a;&a;">]>${frame('<text>&b;</text>')}`,
    ],
    ['an entity elsewhere', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${frame('<text>&x;</text>')}`],
    ['an entity nobody declared', frame('<text>&nbsp;</text>')],
    ['a character that is none', frame('<text>&#0;</text>')],
    ['an element left open', frame('<g>')],
    ['an end that begins nowhere', frame('</g>')],
    ['an attribute twice', frame('<path d="M0 0" d="M1 1"/>')],
    ['an attribute without quotes', frame('<path d=M0/>')],
    ['two roots', frame(shape) + frame(shape)],
    ['another root', `<html xmlns="http://www.w3.org/1999/xhtml">${shape}</html>`],
    ['nothing to show', frame('<script>alert(1)</script>')],
    ['no size', `<svg xmlns="http://www.w3.org/2000/svg">${shape}</svg>`],
    ['elements without end', frame('<g>'.repeat(100_000))],
    ['brackets without end', '<'.repeat(100_000)],
    ['spaces without end', `<svg${' '.repeat(200_000)}`],
    ['references without end', frame(`<style>${rulesOfOne}</style>${'<path d="M1 1" class="a"/>'.repeat(9_000)}`)],
    ['braces without end', frame(`<style>${'{'.repeat(200_000)}`)],
  ])('%s is refused', (_, text) => {
    expect(makeSafeSvg(text)).toBeUndefined()
  })

  const multiplied = (link: (next: number) => string) =>
    Array.from({ length: 12 }, (_, level) => `<g id="l${level}">${link(level + 1).repeat(10)}</g>`).join('')
  const masks = Array.from(
    { length: 12 },
    (_, level) => `<mask id="m${level}">${`<path d="M1 1" class="c${level + 1}"/>`.repeat(10)}</mask>`,
  ).join('')
  const maskRules = Array.from({ length: 13 }, (_, level) => `.c${level}{mask:url(#m${level})}`).join('')
  test.each([
    ['parts that multiply', multiplied(next => `<use href="#l${next}"/>`)],
    ['fills that multiply', multiplied(next => `<path d="M1 1" fill="url(#l${next})"/>`)],
    ['styles that multiply', multiplied(next => `<path d="M1 1" style="mask:url(#l${next})"/>`)],
    ['classes that multiply', `<style>${maskRules}</style>${masks}<path d="M1 1" class="c0"/>`],
    ['a part that uses itself', '<g id="a"><use href="#a"/></g>'],
    ['parts in a circle', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
  ])('%s is refused', (_, inside) => {
    expect(makeSafeSvg(frame(inside + shape))).toBeUndefined()
  })
})

describe('a drawing as programs write it', () => {
  it('keeps its shapes, colours, classes and parts', () => {
    const drawing = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org" viewBox="0 0 120 30" inkscape:version="1">
<style type="text/css"><![CDATA[ /* von Hand */ .cls-1{fill:#b4d80a;stroke:none !important} path.cls-2 , #x{fill:url(#verlauf)} ]]></style>
<defs><linearGradient id="verlauf" x1="0" x2="100%"><stop offset="0" style="stop-color:#fff;stop-opacity:.5"/></linearGradient></defs>
<switch><foreignObject width="1" height="1"><p/></foreignObject><g transform="translate(2 3) rotate(45)">
<path class="cls-1" d="M10-5c1,2,3.5e-1,4z"/><path id="x" class="cls-2" d="M1 1h9"/><text font-family="'Open Sans', Arial">Grün &amp; Söhne</text></g></switch>
</svg>`
    const made = makeSafeSvg(drawing)
    expect(made).toMatchObject({ width: 120, height: 30 })
    for (const part of [
      '.cls-1{fill:#b4d80a;stroke:none}',
      'path.cls-2,#x',
      'stop-color:#fff;stop-opacity:.5',
      'transform="translate(2 3) rotate(45)"',
      'd="M10-5c1,2,3.5e-1,4z"',
      'Grün &amp; Söhne',
      'xmlns="http://www.w3.org/2000/svg"',
    ]) {
      expect(made?.text).toContain(part)
    }
    expect(made?.text).not.toMatch(/inkscape|DOCTYPE|<\?|foreignObject|version/)
  })

  it('takes linear time: words without end are read once', () => {
    expect(makeSafeSvg(frame(`<path d="M0 0${'1'.repeat(400_000)}"/>`))?.text.length).toBeGreaterThan(400_000)
  })

  it.each([
    ['width="30px" height="15"', 30, 15],
    ['width="100%" height="100%" viewBox="0 0 8 4"', 8, 4],
  ])('has a size from %s', (attributes, width, height) => {
    expect(makeSafeSvg(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${shape}</svg>`)).toMatchObject({
      width,
      height,
    })
  })
})

/** Elements, attributes and values of all kinds, harmless and not, in each other. */
const name = fc.constantFrom(
  ...svgElements,
  'script',
  'foreignObject',
  'image',
  'a',
  'style',
  'animate',
  'feImage',
  'x',
)
const key = fc.constantFrom(...svgAttributes, 'onload', 'href', 'xlink:href', 'style', 'class', 'id', 'src', 'filter')
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'url(#a)',
    'javascript:alert(1)',
    'url(//x)',
    'fill:url(http://x)',
    '#a',
    'a',
    'red',
    'u\\72l(x)',
    '@x',
  ),
)
const escaped = (text: string) =>
  text.replace(/[^\w #.]/gu, character => {
    const code = character.codePointAt(0) ?? 0
    return code < 32 || (code >= 0xd800 && code <= 0xdfff) ? ' ' : `&#${code};`
  })
const { element } = fc.letrec<{ element: string }>(tie => ({
  element: fc
    .tuple(
      name,
      fc.uniqueArray(fc.tuple(key, value), { selector: ([of]) => of, maxLength: 4 }),
      fc.array(fc.oneof({ depthSize: 'small' }, value.map(escaped), tie('element')), { maxLength: 4 }),
    )
    .map(
      ([tag, attributes, children]) =>
        `<${tag}${attributes.map(([of, is]) => ` ${of}="${escaped(is)}"`).join('')}>${children.join('')}</${tag}>`,
    ),
}))

test('for any input, only listed content remains, and a second pass changes nothing', () => {
  let made = 0
  fc.assert(
    fc.property(fc.array(element, { maxLength: 5 }), elements => {
      const once = makeSafeSvg(frame(elements.join('') + shape))
      if (once === undefined) return
      made += 1
      expectListed(readXml(once.text))
      expect(makeSafeSvg(once.text)).toEqual(once)
    }),
    { numRuns: 400 },
  )
  expect(made).toBeGreaterThan(50)
})

test('any bytes get an answer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
      makeSafeSvg(text)
      makeSafeSvg(frame(text + shape))
    }),
    { numRuns: 500 },
  )
})

function expectListed({ name: tag, attributes, children }: XmlElement): void {
  expect(svgElements.has(tag) || tag === 'style', tag).toBe(true)
  for (const [of, is] of attributes) {
    const isListed = svgAttributes.has(of) || ['id', 'class', 'style', 'href', 'xmlns'].includes(of)
    expect(isListed, of).toBe(true)
    if (of === 'href') expect(is).toMatch(/^#[\w.-]+$/)
    else if (of !== 'xmlns') expectHarmless(is.replaceAll(/(^|;)[a-z-]+:/g, '$1'))
  }
  for (const child of children) {
    if (typeof child !== 'string') expectListed(child)
    else if (tag === 'style') expectHarmless(child.replaceAll(/([{;])[a-z-]+:/g, '$1'))
  }
}

function expectHarmless(text: string): void {
  expect(text).not.toMatch(/[:@\\<&/]/)
  expect(text.replaceAll(/url\(\s*(['"]?)#[\w.-]+\1\s*\)/g, '')).not.toMatch(/url|image/i)
}
