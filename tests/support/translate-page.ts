/**
 * Replaces the texts of the page as Chrome's translator does. Self-contained: browsers run it.
 * @returns number of replaced texts
 */
export function translatePage(): number {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  const wanted = texts.filter(({ parentElement: holder, data }) => {
    return data.trim() !== '' && holder?.closest('[translate="no"], script, style') === null
  })
  for (const text of wanted) {
    const font = document.createElement('font')
    font.textContent = text.data
    text.before(font)
    text.remove()
  }
  return wanted.length
}
