import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { loadInBackground } from '../lib/load-in-background.ts'

/** Code that is loaded on demand: a page, or components that are needed at the same time. */
export interface CodeChunk<Code> {
  /**
   * Loads the code when a user waits for it. If the code is missing after a deployment, the document is reloaded once
   * (reloadOnMissingChunk) and the promise never resolves.
   */
  load(): Promise<Code>
  /** Loads the code before it is needed. Resolves to undefined if it is missing; the page goes on without it. */
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
 * Returns a component that loads its chunk when it is first rendered. If the chunk is loaded already, it renders
 * without the fallback. React's `lazy` is not used: Suspense delays the content by 300 ms after its fallback and loads
 * nested boundaries one after the other.
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
        // In a transition, which React interrupts for user input.
        () => startTransition(() => setCode(chunk.get)),
        (error: unknown) => setFailure(error ?? new Error('not loaded')),
      )
    }, [code])
    // Thrown while rendering, so that the nearest error boundary handles the failure.
    if (failure !== undefined) throw failure
    if (!code) return fallback
    const Part = pick(code)
    return <Part {...props} />
  }
}

/** Components that a chunk exports, by name. */
type LazyParts<Code> = {
  readonly [Name in keyof Code]: Code[Name] extends (props: infer Props) => ReactNode
    ? (props: Props) => ReactNode
    : never
}

/** Returns the components that a chunk exports, as lazyPart returns each of them. */
export function lazyParts<Code extends object>(
  chunk: CodeChunk<Code>,
  fallback?: ReactNode,
): LazyParts<Code> {
  const parts = new Map<string | symbol, unknown>()
  return new Proxy({} as LazyParts<Code>, {
    get(_, name) {
      const part =
        parts.get(name) ?? lazyPart(chunk, (code) => code[name as keyof Code] as ComponentType, fallback)
      // The same component each time, so that React keeps its state.
      parts.set(name, part)
      return part
    },
  })
}

/**
 * Returns the code of a chunk that no user waits for, and loads it in the background.
 * @returns undefined while the code is loading, null if it is missing; the next mount tries again
 */
export function useChunk<Code>(chunk: CodeChunk<Code>): Code | null | undefined {
  const [code, setCode] = useState<Code | null | undefined>(chunk.get)
  useEffect(() => {
    // The code may have been loaded since this render.
    void chunk.preload().then((loaded) => startTransition(() => setCode(() => loaded ?? null)))
  }, [chunk])
  return code
}
