import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { onWorkerEvent } from '../pwa/worker-channel.ts'

/** A tap on a notification brings this window to the front; where it leads is the router's. */
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
