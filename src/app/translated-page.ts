/**
 * Keeps React working in a page that the browser translates (specification 2.18). Chrome and Yandex Browser take text
 * nodes out of the document and put elements in their place; React would fail to remove such a node or to insert before
 * it, and its changes of the text would not be seen.
 */

/** Element in the place of each text that a translator took out of the document. */
const translated = new WeakMap<Node, ChildNode>()

/** Puts the app's own text back once the app has changed it; the translator then translates it again. */
const changes = new MutationObserver((records) => {
  for (const { target } of records) translated.get(target)?.replaceWith(target)
})

const replacements = new MutationObserver((records) => {
  for (const { addedNodes, removedNodes, nextSibling, previousSibling } of records) {
    const [text] = removedNodes
    if (text?.nodeType !== Node.TEXT_NODE || text.isConnected) continue
    const stand = addedNodes[0] ?? previousSibling ?? nextSibling
    if (!(stand instanceof Element) || !isTranslation(stand)) continue
    translated.set(text, stand)
    changes.observe(text, { characterData: true })
  }
})

const isTranslation = ({ localName }: Element): boolean =>
  localName === 'font' || localName.startsWith('ya-tr')

export function survivePageTranslation(): void {
  replacements.observe(document.body, { childList: true, subtree: true })
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    translated.get(child)?.remove()
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(added: T, before: Node | null): T {
    const stand = before && before.parentNode !== this ? (translated.get(before) ?? null) : before
    return insertBefore.call(this, added, stand?.parentNode === this ? stand : null) as T
  }
}
