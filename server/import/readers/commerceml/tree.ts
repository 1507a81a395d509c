/** Element of CommerceML with its content. */
export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: XmlNode[]
}

/** Builds trees of the elements with the given names; elements nested in such an element belong to its tree. */
export interface TreeBuilder {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  /** @returns the tree if this closes its root */
  close(): XmlNode | undefined
  /** name of the open tree's root; '' outside of a tree */
  readonly root: string
  /** size of the open tree: length of its names and texts, plus a constant per element for its memory */
  readonly chars: number
}

/** Memory of an element without text, in characters. */
const ELEMENT_CHARS = 16

export function createTreeBuilder(roots: ReadonlySet<string>): TreeBuilder {
  const open: XmlNode[] = []
  let chars = 0
  return {
    open(name, attributes) {
      if (open.length === 0 && !roots.has(name)) return
      if (open.length === 0) chars = 0
      chars += ELEMENT_CHARS + name.length
      for (const [attribute, value] of Object.entries(attributes)) chars += attribute.length + value.length
      const node: XmlNode = { name, attributes, text: '', children: [] }
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    text(text) {
      const node = open.at(-1)
      if (!node) return
      node.text += text
      chars += text.length
    },
    close() {
      const node = open.pop()
      return open.length === 0 ? node : undefined
    },
    get root() {
      return open[0]?.name ?? ''
    },
    get chars() {
      return open.length === 0 ? 0 : chars
    },
  }
}

/** Returns the descendants at a path of element names: `all(node, 'Цены', 'Цена')`. */
export function descendants(node: XmlNode, ...path: readonly string[]): XmlNode[] {
  let found = [node]
  for (const step of path)
    found = found.flatMap(({ children }) => children.filter(({ name }) => name === step))
  return found
}

/** Returns the text of the first child with the name; '' without one. */
export const childText = (node: XmlNode, name: string): string =>
  descendants(node, name)[0]?.text.trim() ?? ''
