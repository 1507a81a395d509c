import { useControlled } from '../../../pwa/useControlled.ts'
import { hasWorker } from '../../../pwa/worker-channel.ts'
import { useSession } from '../../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SAVE_HINT } from './save-hint.ts'

interface SaveButtonProps {
  saving: boolean
  onSave(): void
}

/**
 * Button that saves a report. Disabled until a service worker controls the page, because only the worker can save it.
 * It is rendered from the start: appearing a moment later, on a first visit, would shift the table.
 */
export function SaveButton({ saving, onSave }: SaveButtonProps) {
  const controlled = useControlled()
  const { offline } = useSession()
  if (!hasWorker()) return null
  return (
    <Button
      data-palette="на устройстве без сети"
      blocked={saving || offline || !controlled}
      title={offline ? 'Нет связи с сервером: сохранить можно, когда она появится' : SAVE_HINT}
      onClick={onSave}
    >
      <Icon name="device" />
      {saving ? 'Сохранение...' : 'Сохранить отчёт'}
    </Button>
  )
}
