// Specification 2.10

import { render, screen } from '@testing-library/react'
import { Component, type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lazyPage } from './lazy-page.tsx'

const Page = ({ name }: { name: string }) => <p>Страница {name}</p>
const module = { default: Page }

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? <p>Не открылась</p> : this.props.children)
}

afterEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})

describe('lazyPage', () => {
  it('shows a loading state until it is loaded, and then renders with its properties', async () => {
    const Lazy = lazyPage(async () => module)
    render(<Lazy name="а" />)
    expect(screen.getByRole('status').textContent).toBe('Загрузка...')
    expect(await screen.findByText('Страница а')).toBeDefined()
  })

  it('renders at once if it was preloaded', async () => {
    const load = vi.fn(async () => module)
    const Lazy = lazyPage(load)
    await Lazy.preload()
    render(<Lazy name="б" />)
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.getByText('Страница б')).toBeDefined()
    expect(load).toHaveBeenCalledOnce()
  })

  it('renders if it loads between render and effects', async () => {
    // Effects run in a separate task after pending promises, as in a browser.
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
    let arrive: () => void = () => undefined
    const Lazy = lazyPage(
      () =>
        new Promise<typeof module>((resolve) => {
          arrive = () => resolve(module)
        }),
    )
    void Lazy.preload()
    function ArrivesNow() {
      useLayoutEffect(() => arrive(), [])
      return null
    }
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    root.render(
      <>
        <Lazy name="в" />
        <ArrivesNow />
      </>,
    )
    await expect.poll(() => place.textContent).toBe('Страница в')
    root.unmount()
    place.remove()
  })

  it('keeps loading if the document is about to be reloaded for its missing code', async () => {
    const Lazy = lazyPage<object>(async () => undefined)
    render(<Lazy />)
    await Lazy.preload()
    expect(screen.getByRole('status').textContent).toBe('Загрузка...')
  })

  it('passes a failure to the error boundary', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const Lazy = lazyPage<object>(() => Promise.reject(new Error('404')))
    render(
      <Boundary>
        <Lazy />
      </Boundary>,
    )
    expect(await screen.findByText('Не открылась')).toBeDefined()
    // React logs the error, which is not under test here.
    told.mockClear()
  })
})
