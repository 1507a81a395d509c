// Specification 2.10

import { render, renderHook, screen, waitFor } from '@testing-library/react'
import { Component, type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeChunk, lazyPart, useChunk } from './code-chunk.tsx'
import { Loading } from './Loading.tsx'

const Page = ({ name }: { name: string }) => <p>Страница {name}</p>
const module = { Page }

/** Creates a chunk and a page of it, which displays a message while it loads. */
function lazyPage(importCode: () => Promise<typeof module | undefined>) {
  const chunk = codeChunk(importCode)
  return Object.assign(
    lazyPart(chunk, (code) => code.Page, <Loading />),
    chunk,
  )
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? <p>Не открылась</p> : this.props.children)
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('lazyPart', () => {
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
    // As in a browser, effects then run in a task of their own, after pending promises.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
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
    const Lazy = lazyPage(async () => undefined)
    render(<Lazy name="г" />)
    await Promise.resolve()
    expect(screen.getByRole('status').textContent).toBe('Загрузка...')
  })

  it('passes a failure to the error boundary', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const Lazy = lazyPage(() => Promise.reject(new Error('404')))
    render(
      <Boundary>
        <Lazy name="д" />
      </Boundary>,
    )
    expect(await screen.findByText('Не открылась')).toBeDefined()
    // React logs the error; this test does not check that log.
    told.mockClear()
  })
})

describe('useChunk', () => {
  it('returns the code once it is loaded', async () => {
    const chunk = codeChunk(async () => module)
    const { result } = renderHook(() => useChunk(chunk))
    expect(result.current).toBeUndefined()
    await waitFor(() => expect(result.current).toBe(module))
  })

  it('does without code that is missing, and tries again on the next page', async () => {
    const load = vi.fn<() => Promise<typeof module>>().mockRejectedValueOnce(new Error('404'))
    load.mockResolvedValue(module)
    const chunk = codeChunk(load)
    const first = renderHook(() => useChunk(chunk))
    await waitFor(() => expect(first.result.current).toBeNull())
    first.unmount()
    const second = renderHook(() => useChunk(chunk))
    await waitFor(() => expect(second.result.current).toBe(module))
  })
})
