// Specification 2.18

import { act, render } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { survivePageTranslation } from './translated-page.ts'

beforeAll(survivePageTranslation)

/** Replaces every text as the translator of Chrome does. */
async function translate(root: Element): Promise<void> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = `en ${text.data}`
    // The translator inserts its element first.
    text.before(font)
    text.remove()
  }
  // Observers run after the current task.
  await act(() => Promise.resolve())
}

const Line = ({ count, note, lead }: { count: number; note?: boolean; lead?: boolean }) => (
  <p>
    {lead && <b>Внимание</b>}
    {'Показано '}
    {count}
    {note && ' строк'}
  </p>
)

it('shows changed texts, and removes and inserts beside translated ones', async () => {
  const { container, rerender } = render(<Line count={1} note />)
  await translate(container)
  expect(container.textContent).toBe('en Показано en 1en  строк')
  await act(async () => rerender(<Line count={2} note />))
  expect(container.textContent).toBe('en Показано 2en  строк')
  await act(async () => rerender(<Line count={2} />))
  expect(container.textContent).toBe('en Показано 2')
  await act(async () => rerender(<Line count={2} lead />))
  expect(container.textContent).toBe('Вниманиеen Показано 2')
})
