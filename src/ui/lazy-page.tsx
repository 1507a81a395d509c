import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { Loading } from './Loading.tsx'

/** Page, or part of one, that is loaded when first rendered, or earlier by `preload`. */
export interface LazyPage<Props> {
  (props: Props): ReactNode
  preload(): Promise<void>
}

/**
 * Instead of React's `lazy`, because Suspense delays content by 300 ms after its fallback, and loads nested boundaries one
 * after the other. A page that is already loaded renders at once, without a fallback.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> } | undefined>,
): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    // undefined if the document is about to be reloaded because the code is gone (reloadOnMissingChunk).
    loaded ??= (await load())?.default
  }
  function LoadedPage(props: Props) {
    const [Shown, setShown] = useState(() => loaded)
    const [failure, setFailure] = useState<unknown>()
    useEffect(() => {
      if (Shown) return
      preload().then(
        // In a transition, which React interrupts for user input.
        () => startTransition(() => setShown(() => loaded)),
        (error: unknown) => setFailure(error ?? new Error('not loaded')),
      )
    }, [Shown])
    // Thrown to the error boundary above, like an error in rendering.
    if (failure !== undefined) throw failure
    return Shown ? <Shown {...props} /> : <Loading />
  }
  return Object.assign(LoadedPage, { preload })
}
