import { announceOwner } from './device-owner.ts'
import { hasWorker } from './worker-channel.ts'

/** Calls back when the worker takes over a page that was loaded without one. @returns a function that stops waiting */
export function onFirstClaim(claimed: () => void): () => void {
  if (!hasWorker() || navigator.serviceWorker.controller) return () => undefined
  const listener = async () => {
    await announceOwner()
    claimed()
  }
  navigator.serviceWorker.addEventListener('controllerchange', listener, { once: true })
  return () => navigator.serviceWorker.removeEventListener('controllerchange', listener)
}
