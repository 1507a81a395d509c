import { Icon } from '../ui/Icon.tsx'
import { useSession } from './useSession.ts'

/** Line that states that the app is in offline mode (specification 1.12). */
export function OfflineLine() {
  const { offline, gateway } = useSession()
  if (!offline) return null
  return (
    <p role="status" className="offline-line bar">
      <Icon name="offline" />
      {gateway === null ? 'Нет связи с сервером' : `Сервер не отвечает (${gateway})`}. Показаны сохранённые
      данные.
    </p>
  )
}
