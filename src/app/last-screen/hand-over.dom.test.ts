// Specification 8.17

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { handOver } from './hand-over.ts'
import '../../../public/early-input.js'

const PICTURE = '<h1>Розничные цены</h1><button>Вперёд →</button><input aria-label="Поиск">'
let end: () => void

const root = () => document.getElementById('root') as HTMLElement
const hasPicture = () => document.getElementById('last-screen') !== null
/** Renders what the app shows, and lets it paint. */
async function render(html: string): Promise<void> {
  root().innerHTML = html
  await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Puts every control at a place of its own, the same in picture and app: this document has no layout. */
function placeControls(): void {
  const tops: Record<string, number> = { BUTTON: 100, INPUT: 200, P: 300 }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, tops[this.tagName] ?? 900, 80, 30)
  })
  document.elementFromPoint = (_, y) =>
    [...root().querySelectorAll('*')].find(
      (one) => y >= (tops[one.tagName] ?? 900) && y < (tops[one.tagName] ?? 900) + 30,
    ) ?? null
}
const clickAt = (y: number) => new MouseEvent('click', { clientX: 10, clientY: y })

beforeEach(() => {
  document.body.innerHTML = `<div id="root"></div><div id="last-screen">${PICTURE}</div>`
  window.earlyInput = []
})
afterEach(() => {
  end()
  document.body.innerHTML = ''
})

describe('handOver', () => {
  it('keeps the picture until the app has the rows', async () => {
    end = handOver()
    await render('<p class="checking checking-whole"></p>')
    expect(hasPicture()).toBe(true)
    await render('<h1>Розничные цены</h1><p class="loading"></p>')
    expect(hasPicture()).toBe(true)
    await render('<h1>Розничные цены</h1><div role="gridcell">5 990</div>')
    expect(hasPicture()).toBe(false)
  })

  it('does not wait for a part below the window, which loads once it is scrolled to', async () => {
    placeControls()
    vi.stubGlobal('innerHeight', 250)
    end = handOver()
    await render('<h1>Карточка шины</h1><p class="loading"></p>')
    expect(hasPicture()).toBe(false)
    vi.unstubAllGlobals()
  })

  it('removes it when somebody uses the app before the rows are there', async () => {
    end = handOver()
    window.dispatchEvent(new Event('pointerdown'))
    expect(hasPicture()).toBe(true)
    await render('<h1>Розничные цены</h1><p class="loading"></p>')
    window.dispatchEvent(new KeyboardEvent('keydown', { key: '/' }))
    expect(hasPicture()).toBe(false)
  })

  it('removes it when the app shows another page instead', async () => {
    end = handOver()
    end()
    expect(hasPicture()).toBe(false)
    expect(window.earlyInput).toBeUndefined()
  })

  it('repeats a click on the control that the app has at the same place', async () => {
    placeControls()
    window.earlyInput = [clickAt(110)]
    end = handOver()
    const clicked = vi.fn()
    root().addEventListener('click', clicked)
    await render('<h1>Розничные цены</h1><p class="loading"></p>')
    expect(hasPicture()).toBe(true)
    await render('<h1>Розничные цены</h1><p class="loading"></p><button>Вперёд →</button>')
    expect(clicked).toHaveBeenCalledTimes(1)
    expect(document.activeElement?.textContent).toBe('Вперёд →')
    expect(hasPicture()).toBe(false)
  })

  it('clicks no other control', async () => {
    placeControls()
    window.earlyInput = [clickAt(110)]
    end = handOver()
    const clicked = vi.fn()
    root().addEventListener('click', clicked)
    await render('<h1>Главная</h1><button>Выход</button>')
    expect(clicked).not.toHaveBeenCalled()
    expect(hasPicture()).toBe(false)
  })

  it('types what was typed into the field that was clicked', async () => {
    placeControls()
    const key = (name: string) => new KeyboardEvent('keydown', { key: name })
    window.earlyInput = [clickAt(210), key('2'), key('0'), key('Shift')]
    end = handOver()
    await render(PICTURE)
    expect(root().querySelector('input')?.value).toBe('20')
  })

  it('types digits into a number field, which has no selection', async () => {
    placeControls()
    const page = '<h1>Розничные цены</h1><input type="number" aria-label="К странице">'
    document.body.innerHTML = `<div id="root"></div><div id="last-screen">${page}</div>`
    window.earlyInput = [clickAt(210), new KeyboardEvent('keydown', { key: '7' })]
    end = handOver()
    await render(page)
    expect(root().querySelector('input')?.value).toBe('7')
    expect(hasPicture()).toBe(false)
  })
})
