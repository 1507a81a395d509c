import { useEffect } from 'react'
import { onWorkerEvent } from '../pwa/worker-channel.ts'
import { go } from '../session/address.ts'

/** Opens the path of a notification after a tap, for which the worker focuses this window. */
export function WorkerLinks() {
  useEffect(
    () =>
      onWorkerEvent((event) => {
        if (event.type === 'go') go(event.path)
      }),
    [],
  )
  return null
}
