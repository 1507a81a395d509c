import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'
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
  load: () => Promise<{ default: ComponentType<Props> }>,
): Part<Props> {
  let Loaded: ComponentType<Props> | undefined
  const preload = async () => {
    Loaded = (await load()).default
  }
  function LoadedPart(props: Props) {
    const [, show] = useReducer((count: number) => count + 1, 0)
    const [failure, setFailure] = useState<unknown>()
    useEffect(() => {
      if (!Loaded) preload().then(show, (error: unknown) => setFailure(error ?? new Error('not loaded')))
    }, [])
    // For the error boundary above, as a fault in drawing is.
    if (failure !== undefined) throw failure
    return Loaded ? <Loaded {...props} /> : <Loading />
  }
  return Object.assign(LoadedPart, { preload })
}
