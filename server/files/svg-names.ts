/** The allow-list for public pictures. Anything else is dropped. */

/** Elements that draw, or define how. None loads, runs or embeds anything. */
export const svgElements: ReadonlySet<string> = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop clipPath mask pattern`.split(/\s+/),
)

/** Elements replaced by their content. */
export const svgWrappers: ReadonlySet<string> = new Set(['a', 'switch'])

/** Elements with text. */
export const svgTexts: ReadonlySet<string> = new Set(['title', 'desc', 'text', 'tspan'])

/** Visible elements. */
export const svgDrawings: ReadonlySet<string> = new Set(
  'path rect circle ellipse line polyline polygon text'.split(' '),
)

/** Presentation, as attributes and in styles. */
export const svgLooks: ReadonlySet<string> = new Set(
  `clip-path clip-rule color display dominant-baseline fill fill-opacity fill-rule font-family font-size font-stretch
  font-style font-variant font-weight isolation letter-spacing mask mix-blend-mode opacity overflow paint-order
  shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering transform transform-origin
  vector-effect visibility word-spacing`.split(/\s+/),
)

export const svgAttributes: ReadonlySet<string> = new Set([
  ...svgLooks,
  ...`clipPathUnits cx cy d dx dy fr fx fy gradientTransform gradientUnits height lengthAdjust maskContentUnits maskUnits
  offset pathLength patternContentUnits patternTransform patternUnits points preserveAspectRatio r refX refY rotate rx ry
  spreadMethod textLength viewBox width x x1 x2 y y1 y2`.split(/\s+/),
])

/** Functions in values; none loads anything. */
export const svgFunctions: ReadonlySet<string> = new Set(
  'matrix translate translateX translateY scale scaleX scaleY rotate skewX skewY rgb rgba hsl hsla'.split(' '),
)
