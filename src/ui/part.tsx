import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Loading } from './Loading.tsx'

/** A part of the app that is loaded when it is first shown, or before by `preload`. */
export interface Part<Props> {
  (props: Props): ReactNode
  preload(): Promise<void>
}

/**
 * Instead of React's `lazy`: what a Suspense boundary waits for is held back until 300 ms after its fallback, and parts come
 * one within the other. A part that is there already shows at once, without any fallback.
 */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> } | undefined>,
): Part<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    // undefined where the page is about to be loaded anew for want of this part (reloadOnMissingPart).
    loaded ??= (await load())?.default
  }
  function LoadedPart(props: Props) {
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
  return Object.assign(LoadedPart, { preload })
}
