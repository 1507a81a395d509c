import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { onWorkerEvent } from '../pwa/worker-channel.ts'

/** Navigates to the path of a notification that the user has tapped. The worker has focused this window before. */
export function WorkerLinks() {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))
  useEffect(
    () =>
      onWorkerEvent((event) => {
        if (event.type === 'go') open(event.path)
      }),
    [],
  )
  return null
}
