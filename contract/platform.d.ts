// Globals of browsers, service workers and Node.js, reduced to the members that the contract uses.

interface AbortSignal {
  readonly aborted: boolean
  // biome-ignore lint/suspicious/noExplicitAny: as in the standard library
  readonly reason: any
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare class DOMException extends Error {
  constructor(message: string, name: string)
}

interface Timer {
  readonly timer: true
}
declare function setTimeout(callback: () => void, ms: number): Timer
declare function clearTimeout(timer: Timer): void
