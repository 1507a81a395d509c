import type { Identifier } from '@mdn/browser-compat-data'
import { type AnyNode, type Node, type ObjectExpression, type Program, type Property, parse } from 'acorn'
import { child, childrenOf, gathered, type Lack, lackers, mdn } from './support-data.ts'

/** The oldest browsers support all of ES2022. acorn rejects newer syntax, also within regular expressions. */
const ECMA_VERSION = 2022

const builtins = mdn.javascript.builtins as Identifier
const SCOPES = ['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope'] as const

/** Features by the name of a member of any interface, because minified code does not reveal types. */
const membersByName = new Map<string, Identifier[]>()
const noteMember = (key: string, feature: Identifier) => {
  const name = key.replace(/_static$/, '')
  membersByName.set(name, [...(membersByName.get(name) ?? []), feature])
}
for (const [name, owner] of [...childrenOf(builtins), ...childrenOf(mdn.api)]) {
  // A global is a member of globalThis.
  noteMember(name, owner)
  for (const [key, feature] of childrenOf(owner)) noteMember(key, feature)
}

/**
 * Returns the features that a script uses and an old browser does not have: globals, their members (`URL.canParse`),
 * options of their constructors, members of unknown objects (`.hidePopover`) if no interface had a member of that name,
 * and attributes in JSX. Does not detect members that some interface had and another one had not, or names within
 * strings.
 * @param own names that the code gives its own members (ownNames), which are not reported
 */
export function scriptLacks(tree: Program, own: ReadonlySet<string> = new Set()): Lack[] {
  const lacks: Lack[] = []
  const addMember = (name: string) => {
    if (!own.has(name)) add(`.${name}`, membersByName.get(name) ?? [])
  }
  const add = (feature: string, found: readonly (Identifier | undefined)[], prefix = '') => {
    const features = found.filter((one) => one !== undefined)
    lacks.push({ feature: prefix + feature, browsers: lackers(features) })
  }
  walk(tree, (node) => {
    if (node.type === 'Identifier') add(node.name, globals(node.name))
    if (node.type === 'MemberExpression') {
      const member = nameOf(node.property, node.computed)
      if (member === undefined) return undefined
      const owners = node.object.type === 'Identifier' ? globals(node.object.name) : []
      const found = owners.flatMap((owner) => [child(owner, member), child(owner, `${member}_static`)])
      if (found.some(Boolean)) add(`${textOf(node.object)}.${member}`, found)
      else addMember(member)
    }
    if (node.type === 'ObjectPattern') {
      for (const name of keysOf(node.properties)) addMember(name)
    }
    if (node.type === 'NewExpression') {
      const constructed = constructorOf(node.callee)
      for (const option of objectArguments(node.arguments).flatMap(({ properties }) => keysOf(properties))) {
        const feature = constructed && optionOf(constructed, option)
        if (feature) add(`${textOf(node.callee)}({ ${option} })`, [feature])
      }
    }
    if (node.type === 'CallExpression' && isJsx(node.callee)) {
      const tag = stringOf(node.arguments[0])
      if (tag === undefined) return undefined
      for (const name of objectArguments(node.arguments).flatMap(({ properties }) => keysOf(properties))) {
        const attribute = name.toLowerCase()
        add(
          attribute,
          [child(mdn.html.global_attributes, attribute), child(child(mdn.html.elements, tag), attribute)],
          `<${tag}> `,
        )
      }
    }
    return undefined
  })
  return gathered(lacks)
}

/**
 * Parses a script.
 * @throws SyntaxError on syntax that the oldest browsers do not support
 */
export const parseScript = (code: string): Program =>
  parse(code, { ecmaVersion: ECMA_VERSION, sourceType: 'module' })

/** Returns the names of keys and members that a script defines itself. */
export function ownNames(tree: Program): Set<string> {
  const names = new Set<string>()
  const add = (key: AnyNode, computed: boolean) => {
    const name = nameOf(key, computed)
    if (name !== undefined) names.add(name)
  }
  walk(tree, (node) => {
    if (node.type === 'CallExpression' && isJsx(node.callee)) return 'skip'
    if (node.type === 'ObjectExpression') for (const name of keysOf(node.properties)) names.add(name)
    if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') add(node.key, node.computed)
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
      add(node.left.property, node.left.computed)
    }
    return undefined
  })
  return names
}

const globals = (name: string): Identifier[] =>
  [
    child(builtins, name),
    child(mdn.api, name),
    ...SCOPES.map((scope) => child(child(mdn.api, scope), name)),
  ].filter((feature) => feature !== undefined)

function constructorOf(callee: AnyNode): Identifier | undefined {
  if (callee.type === 'Identifier') {
    return globals(callee.name)
      .map((feature) => child(feature, callee.name))
      .find(Boolean)
  }
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return undefined
  const name = nameOf(callee.property, callee.computed)
  if (name === undefined) return undefined
  return globals(callee.object.name)
    .map((feature) => child(child(feature, name), name))
    .find(Boolean)
}

/** Finds an option of a constructor, which MDN lists below the constructor or below its parameter of options. */
function optionOf(constructed: Identifier, option: string): Identifier | undefined {
  const key = `options_${option}_parameter`
  return child(constructed, key) ?? child(child(constructed, 'options_parameter'), key)
}

const isJsx = (callee: AnyNode): boolean => {
  if (callee.type === 'SequenceExpression') return isJsx(callee.expressions.at(-1) as AnyNode)
  return callee.type === 'MemberExpression' && /^jsxs?$/.test(nameOf(callee.property, callee.computed) ?? '')
}

const objectArguments = (given: readonly AnyNode[]): ObjectExpression[] =>
  given.filter((one) => one.type === 'ObjectExpression')

const keysOf = (properties: readonly AnyNode[]): string[] =>
  properties
    .filter((one): one is Property => one.type === 'Property')
    .flatMap(({ key, computed }) => nameOf(key, computed) ?? [])

function nameOf(node: AnyNode, computed: boolean): string | undefined {
  return node.type === 'Identifier' && !computed ? node.name : stringOf(node)
}

/** Returns the value of a string, which the minifier may write as a template. */
function stringOf(node: AnyNode | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined
}

function textOf(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression'
    ? `${textOf(node.object)}.${nameOf(node.property, node.computed)}`
    : '…'
}

/**
 * Calls `visit` for every node except names without a value: keys, and members after a dot. If it returns 'skip', the
 * node's children are left out.
 */
function walk(node: Node, visit: (node: AnyNode) => 'skip' | undefined): void {
  if (visit(node as AnyNode) === 'skip') return
  for (const [key, value] of Object.entries(node)) {
    const isName = (key === 'property' || key === 'key') && !(node as { computed?: boolean }).computed
    if (isName) continue
    for (const one of [value].flat()) if (isNode(one)) walk(one, visit)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
