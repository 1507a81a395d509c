import { formatSize } from '../../contract/lib/format-size.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PRICES } from '../ui/nouns.ts'
import { countText } from '../ui/plural.ts'
import type { Loss } from './loss.ts'

interface SignOutDialogProps {
  loss: Loss
  onStay(): void
  onLeave(): void
}

/** Dialog that confirms a logout which deletes data from the device. */
export function SignOutDialog({ loss, onStay, onLeave }: SignOutDialogProps) {
  const { tables, bytes, views, queued, decisions, offline } = loss
  return (
    <Dialog
      title="Выйти из учётной записи?"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Остаться</Button>
          <Button variant="primary" onClick={onLeave}>
            Выйти
          </Button>
        </>
      }
    >
      {tables > 0 && (
        <p>
          С этого устройства будут удалены сохранённые отчёты:{' '}
          {countText(tables, ['таблица', 'таблицы', 'таблиц'])}, {formatSize(bytes)}.
        </p>
      )}
      {views > 0 && (
        <p>
          «Мои отчёты» есть только на этом устройстве и пропадут: {countText(views, ['вид', 'вида', 'видов'])}
          .
        </p>
      )}
      {queued > 0 && (
        <p>
          Не отправлено на сервер и пропадёт: {countText(queued, ['действие', 'действия', 'действий'])} с
          уведомлениями.
        </p>
      )}
      {decisions > 0 && (
        <p>Пропадут решения, собранные на этом устройстве: {countText(decisions, PRICES)}.</p>
      )}
      {offline && <p>Сейчас нет связи с сервером: войти снова получится только с сетью.</p>}
    </Dialog>
  )
}
