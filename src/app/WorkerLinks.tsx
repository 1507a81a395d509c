import { useEffect } from 'react'
import { onWorkerEvent } from '../pwa/worker-channel.ts'
import { go } from '../session/address.ts'

/** The worker focuses this window after a tap on a notification, and the app opens the path. */
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
