import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Loading } from './Loading.tsx'

/** A page, or a part of one, that is loaded when it is first shown, or before by `preload`. */
export interface LazyPage<Props> {
  (props: Props): ReactNode
  preload(): Promise<void>
}

/**
 * Instead of React's `lazy`: what a Suspense boundary waits for is held back until 300 ms after its fallback, and nested ones
 * come one after the other. A page that is there already shows at once, without any fallback.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> } | undefined>,
): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    // undefined where the page is about to be loaded anew because its code is gone (reloadOnMissingChunk).
    loaded ??= (await load())?.default
  }
  function LoadedPage(props: Props) {
    const [Shown, setShown] = useState(() => loaded)
    const [failure, setFailure] = useState<unknown>()
    useEffect(() => {
      if (Shown) return
      preload().then(
        () => setShown(() => loaded),
        (error: unknown) => setFailure(error ?? new Error('not loaded')),
      )
    }, [Shown])
    // For the error boundary above, as a fault in drawing is.
    if (failure !== undefined) throw failure
    return Shown ? <Shown {...props} /> : <Loading />
  }
  return Object.assign(LoadedPage, { preload })
}
