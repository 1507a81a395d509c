import type { Identifier } from '@mdn/browser-compat-data'
import { type CssNode, type Declaration, parse, walk } from 'css-tree'
import { child, childrenOf, gathered, type Lack, lackers, mdn } from './support-data.ts'

const { properties, selectors, types, 'at-rules': atRules } = mdn.css as unknown as Record<string, Identifier>

/** Value types below css.types, such as light-dark below color. */
const typesByName = new Map<string, Identifier[]>()
const note = (parent: Identifier | undefined) => {
  for (const [name, feature] of parent ? childrenOf(parent) : []) {
    typesByName.set(name, [...(typesByName.get(name) ?? []), feature])
    note(feature)
  }
}
note(types)

const UNIT_GROUPS: readonly [RegExp, string][] = [
  [/^[dsl]v(?:h|w|i|b|min|max)$/, 'viewport_percentage_units_dynamic'],
  [/^cq/, 'container_query_length_units'],
]

/**
 * Returns the features that a stylesheet uses and an old browser does not have: at-rules, media features, selectors,
 * properties, values, functions, units.
 */
export function styleLacks(css: string): Lack[] {
  const lacks: Lack[] = []
  const add = (
    feature: string,
    found: readonly (Identifier | undefined)[],
    prefixes: readonly string[] = [],
  ) =>
    lacks.push({
      feature,
      browsers: lackers(
        found.filter((one) => one !== undefined),
        prefixes,
      ),
    })
  walk(parse(css, { parseCustomProperty: true }), function visit(node) {
    if (node.type === 'Atrule') add(`@${node.name}`, [child(atRules, node.name)])
    if (node.type === 'Feature') add(`@media (${node.name})`, [child(child(atRules, 'media'), node.name)])
    if (node.type === 'FeatureRange') add('@media (a < b)', [child(child(atRules, 'media'), 'range_syntax')])
    if (node.type === 'NestingSelector') add('&', [child(selectors, 'nesting')])
    if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector') {
      const colons = node.type === 'PseudoClassSelector' ? ':' : '::'
      if (!node.name.startsWith('-')) add(`${colons}${node.name}`, [child(selectors, node.name)])
    }
    if (node.type === 'Declaration' && !node.property.startsWith('-')) {
      const beside = this.block?.children.toArray() ?? []
      add(node.property, [child(properties, node.property)], prefixesOf(node, beside))
    }
    const { declaration } = this
    if (!declaration) return
    const property = child(properties, declaration.property)
    const says = (value: string) => `${declaration.property}: ${value}`
    if (node.type === 'Identifier') add(says(node.name), [child(property, node.name)])
    if (node.type === 'Function') {
      const found = child(property, node.name)
      add(`${node.name}()`, found ? [found] : (typesByName.get(node.name) ?? []))
    }
    if (node.type === 'Dimension') {
      const group = UNIT_GROUPS.find(([units]) => units.test(node.unit))?.[1]
      add(node.unit, [child(child(types, 'length'), group ?? node.unit)])
    }
    if (node.type === 'Operator' && node.value === '/' && declaration.property === 'content') {
      add(says('alt_text'), [child(property, 'alt_text')])
    }
  })
  return gathered(lacks)
}

/** Returns the prefixes with which the same block contains the same declaration. */
function prefixesOf({ property }: Declaration, beside: readonly CssNode[]): string[] {
  return beside.flatMap((node) =>
    node.type === 'Declaration' && node.property.startsWith('-') && node.property.endsWith(`-${property}`)
      ? [node.property.slice(0, -property.length)]
      : [],
  )
}
