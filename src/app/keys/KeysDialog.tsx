import { ROUTES } from '../../../contract/routes.ts'
import { preferences } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import type { Destination } from '../destinations.ts'
import { IDLE_SEQUENCE } from './key-sequence.ts'

type Row = readonly [keys: readonly string[], what: string]

const EVERYWHERE: readonly Row[] = [
  [['?'], 'Эти клавиши'],
  [['/'], 'Поиск шин, страниц и действий'],
  [['Ctrl', 'K'], 'То же, даже из поля ввода'],
  [['Ctrl', 'F'], 'То же рядом с таблицей, ещё раз — поиск браузера'],
  [['Esc'], 'Закрыть'],
]
const ROWS: readonly Row[] = [
  [['j'], 'Следующая строка'],
  [['k'], 'Предыдущая строка'],
  [['Пробел'], 'Выделить строку таблицы'],
  [['Shift', '↓'], 'Выделять дальше, в любую сторону'],
  [['Ctrl', 'A'], 'Выделить всё'],
  [['Ctrl', 'C'], 'Скопировать выделенное'],
  [['Enter'], 'Открыть карточку шины'],
  [['Alt', '↑'], 'Упорядочить по столбцу, Alt ↓ — в обратном порядке'],
  [['f'], 'Открыть или свернуть фильтры отчёта'],
  [['Alt', 'Shift', '→'], 'Переставить столбец позже, Alt Shift ← — раньше'],
]
const MATCHING_ROWS: readonly Row[] = [
  [['y'], 'Та же шина'],
  [['n'], 'Другая шина'],
  [['s'], 'Решить позже'],
  [['z'], 'Отменить последнее решение'],
  [['j'], 'Следующая пара, k — предыдущая'],
]

interface KeysDialogProps {
  places: readonly Destination[]
  onClose(): void
}

/** Dialog that lists all shortcuts, with a switch that disables single-key shortcuts (specification 20.1). */
export function KeysDialog({ places, onClose }: KeysDialogProps) {
  const wanted = useStore(preferences.singleKeys)
  const toPlaces = places.map(({ keys, label }): Row => [[IDLE_SEQUENCE, ...keys], label])
  return (
    <Dialog title="Клавиши" onClose={onClose} actions={<Button onClick={onClose}>Закрыть</Button>}>
      <div className="keys">
        <label className="keys-switch">
          <input
            type="checkbox"
            checked={wanted}
            onChange={({ target }) => preferences.singleKeys.set(target.checked)}
          />
          Отзываться на отдельные буквы и знаки
        </label>
        {!wanted && (
          <p>
            Работает только Ctrl K. Чтобы вернуть остальные, найдите в нём «Клавиши» и поставьте эту отметку.
          </p>
        )}
        <KeyTable name="Везде" rows={EVERYWHERE} />
        <KeyTable name="Таблица и список" rows={ROWS} />
        {places.some(({ to }) => to === ROUTES.matching) && (
          <KeyTable name="Сопоставление" rows={MATCHING_ROWS} />
        )}
        <KeyTable name="Перейти: одну за другой" rows={toPlaces} />
      </div>
    </Dialog>
  )
}

function KeyTable({ name, rows }: { name: string; rows: readonly Row[] }) {
  return (
    <table>
      <caption>{name}</caption>
      <tbody>
        {rows.map(([keys, what]) => (
          <tr key={what}>
            <th scope="row">
              <KeyCaps keys={keys} />
            </th>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
