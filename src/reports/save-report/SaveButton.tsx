import { useControlled } from '../../pwa/useControlled.ts'
import { useSession } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SAVE_HINT } from './save-words.ts'

interface SaveButtonProps {
  saving: boolean
  onSave(): void
}

/** Only where a worker has the page in hand: nobody else could keep it. */
export function SaveButton({ saving, onSave }: SaveButtonProps) {
  const controlled = useControlled()
  const { offline } = useSession()
  if (!controlled) return null
  return (
    <Button
      disabled={saving || offline}
      title={offline ? 'Нет связи с сервером: сохранить можно, когда она появится' : SAVE_HINT}
      onClick={onSave}
    >
      <Icon name="device" />
      {saving ? 'Сохранение...' : 'Сохранить отчёт'}
    </Button>
  )
}
