import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { loadInBackground } from '../lib/load-in-background.ts'

/** Code that is loaded on demand: a page, or parts of one that are needed at the same time. */
export interface CodeChunk<Code> {
  /**
   * Loads the code for a person who waits for it. If it is missing after a deployment, the document is reloaded once
   * (reloadOnMissingChunk), and this never resolves.
   */
  load(): Promise<Code>
  /** Loads the code before anybody needs it; the page continues without it if it is missing. */
  preload(): Promise<Code | undefined>
  /** Returns the code if it has been loaded. */
  get(): Code | undefined
}

/** @param importCode dynamic import; resolves to undefined if the document is about to be reloaded */
export function codeChunk<Code>(importCode: () => Promise<Code | undefined>): CodeChunk<Code> {
  let loaded: Code | undefined
  const load = async () => {
    loaded ??= await importCode()
    return loaded ?? new Promise<Code>(() => undefined)
  }
  return { load, preload: () => loadInBackground(load), get: () => loaded }
}

/**
 * Component of a chunk, which loads the chunk when it is first rendered. Instead of React's `lazy`, because Suspense
 * delays content by 300 ms after its fallback, and loads nested boundaries one after the other. A component whose code
 * is already loaded renders at once, without the fallback.
 */
export function lazyPart<Code, Props extends object>(
  chunk: CodeChunk<Code>,
  pick: (code: Code) => ComponentType<Props>,
  fallback: ReactNode = null,
): (props: Props) => ReactNode {
  return function LazyPart(props: Props) {
    const [code, setCode] = useState(chunk.get)
    const [failure, setFailure] = useState<unknown>()
    useEffect(() => {
      if (code) return
      chunk.load().then(
        // In a transition, which React interrupts for what the person does meanwhile.
        () => startTransition(() => setCode(chunk.get)),
        (error: unknown) => setFailure(error ?? new Error('not loaded')),
      )
    }, [code])
    // Thrown to the error boundary above, like an error in rendering.
    if (failure !== undefined) throw failure
    if (!code) return fallback
    const Part = pick(code)
    return <Part {...props} />
  }
}

/**
 * Returns the code of a chunk that nobody waits for, and loads it in the background.
 * @returns undefined while it is loading, null if it is missing; the next page tries again
 */
export function useChunk<Code>(chunk: CodeChunk<Code>): Code | null | undefined {
  const [code, setCode] = useState<Code | null | undefined>(chunk.get)
  useEffect(() => {
    // It may have been loaded since this was rendered.
    void chunk.preload().then((loaded) => startTransition(() => setCode(() => loaded ?? null)))
  }, [chunk])
  return code
}
