import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { onWorkerEvent } from '../pwa/worker-channel.ts'

/** The worker focuses this window after a tap on a notification, and the router opens the path. */
export function WorkerLinks() {
  const navigate = useNavigate()
  useEffect(
    () =>
      onWorkerEvent((event) => {
        if (event.type === 'go') navigate(event.path)
      }),
    [navigate],
  )
  return null
}
