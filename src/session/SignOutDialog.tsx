import { formatSize } from '../../contract/lib/format-size.ts'
import { resultSetKey } from '../../contract/worker/request-key.ts'
import { preferences } from '../lib/preferences.ts'
import { requestFromWorker } from '../pwa/worker-channel.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PRICES } from '../ui/nouns.ts'
import { countText } from '../ui/plural.ts'

/** Dialog that confirms a logout which deletes data from the device. */
export function SignOutDialog({ loss, onStay, onLeave }: { loss: Loss; onStay(): void; onLeave(): void }) {
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

/** Data on this device that the user saved, decided or queued and that a logout would delete. */
export interface Loss {
  /** number of report tables that the user saved or pinned; `bytes` is their total size */
  tables: number
  bytes: number
  views: number
  queued: number
  /** number of decided prices, which are stored only on this device */
  decisions: number
  /** whether the device is offline, so that the user cannot sign in again */
  offline: boolean
}

/**
 * Returns the data that a logout would delete.
 * @returns null if it would only delete responses that the app saved automatically
 */
export async function lossOfLogout(offline: boolean): Promise<Loss | null> {
  const state = await requestFromWorker('saved', {})
  const { entries, queued } = state ?? { entries: [], queued: 0 }
  const decisions = preferences.decisionCount.get()
  const stored = preferences.views.get()
  const views = Array.isArray(stored) ? stored.length : 0
  const kept = entries.filter((entry) => entry.kept || entry.pinned)
  if (kept.length === 0 && queued === 0 && views === 0 && decisions === 0) return null
  return {
    tables: new Set(kept.map(({ request }) => resultSetKey(request))).size,
    bytes: kept.reduce((sum, { size }) => sum + size, 0),
    views,
    queued,
    decisions,
    offline,
  }
}
