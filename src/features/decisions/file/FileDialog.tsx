import { useState } from 'react'
import type { Decision } from '../../../../contract/decisions/decision.ts'
import { isoToday } from '../../../../contract/lib/dates.ts'
import { SheetTooLarge } from '../../../../contract/spreadsheet/sheet-limits.ts'
import { saveFile } from '../../../data/download.ts'
import { log } from '../../../data/log.ts'
import { writeClipboard } from '../../../lib/spreadsheet/write-clipboard.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { MoveButton } from '../../../ui/MoveButton.tsx'
import { PRICES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
import { needsLook } from '../effect.ts'
import {
  copiedDecisions,
  decisionsFile,
  defaultColumnName,
  FIRST_PROFILE,
  type FileProfile,
  type ProfileColumn,
  storedProfile,
  storeProfile,
} from './file-profile.ts'

const FORMATS = [
  { value: 'xlsx', name: 'XLSX' },
  { value: 'csv', name: 'CSV' },
] as const

/** Dialog that exports decisions to a file or copies them to the clipboard (specification 19.6). */
export function FileDialog({ decisions, onClose }: { decisions: readonly Decision[]; onClose(): void }) {
  const [profile, setProfile] = useState(storedProfile)
  const [withUnlooked, setWithUnlooked] = useState<'without' | 'with'>('without')
  const [told, setTold] = useState<{ problem: boolean; text: string } | null>(null)
  const looked = decisions.filter((decision) => !needsLook(decision))
  const unlooked = decisions.length - looked.length
  const leaving = withUnlooked === 'with' ? decisions : looked
  const kinds = new Set(leaving.map(({ kind }) => kind))
  const isWanted = (id: string) => profile.columns.some((column) => column.id === id && column.wanted)
  const isEmpty = leaving.length === 0 || profile.columns.every(({ wanted }) => !wanted)
  const keep = (next: FileProfile) => {
    setProfile(next)
    storeProfile(next)
  }
  const download = () => {
    try {
      saveFile(decisionsFile(leaving, profile), `Решения ${isoToday()}.${profile.format}`)
      setTold({ problem: false, text: `В файле ${countText(leaving.length, PRICES)}.` })
    } catch (error) {
      log(`Decisions not written: ${String(error)}`)
      const text =
        error instanceof SheetTooLarge
          ? error.message
          : 'Не удалось собрать файл: браузеру не хватило памяти.'
      setTold({ problem: true, text })
    }
  }
  const copy = () => {
    const isCopied = writeClipboard(copiedDecisions(leaving, profile, navigator.language))
    setTold(
      isCopied
        ? { problem: false, text: `Скопировано: ${countText(leaving.length, PRICES)}.` }
        : { problem: true, text: 'Браузер не дал скопировать: скачайте файл.' },
    )
  }
  return (
    <Dialog
      title="Скачать решения"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Закрыть</Button>
          <Button variant="primary" blocked={isEmpty} onClick={download}>
            Скачать {profile.format.toUpperCase()}
          </Button>
        </>
      }
    >
      <Choice
        label="Формат"
        options={FORMATS}
        value={profile.format}
        onChange={(format) => keep({ ...profile, format })}
      />
      {unlooked > 0 && (
        <>
          <p>
            Второго взгляда требуют: {countText(unlooked, PRICES)} — ниже себестоимости или дальше 25 % от
            нынешней.
          </p>
          <Choice
            label="Непроверенные цены"
            options={[
              { value: 'without', name: `Без них: ${looked.length}` },
              { value: 'with', name: `Вместе с ними: ${decisions.length}` },
            ]}
            value={withUnlooked}
            onChange={(next) => setWithUnlooked(next)}
          />
        </>
      )}
      {kinds.size > 1 && !isWanted('kind') && (
        <p>В файле и розничные, и оптовые цены: отметьте столбец «Вид цены», чтобы их было видно.</p>
      )}
      <ProfileFields profile={profile} onChange={keep} />
      <div>
        <Button blocked={isEmpty} onClick={copy}>
          Скопировать таблицу
        </Button>
      </div>
      {told?.problem && <Alert>{told.text}</Alert>}
      <p role="status">{told && !told.problem && told.text}</p>
    </Dialog>
  )
}

interface ProfileFieldsProps {
  profile: FileProfile
  onChange(profile: FileProfile): void
}

/** Fields that select, order and rename the columns of the file. */
function ProfileFields({ profile, onChange }: ProfileFieldsProps) {
  const { columns } = profile
  const change = (index: number, part: Partial<ProfileColumn>) =>
    onChange({ ...profile, columns: columns.map((one, at) => (at === index ? { ...one, ...part } : one)) })
  const move = (index: number, step: 1 | -1) => {
    const column = columns[index]
    if (column)
      onChange({ ...profile, columns: columns.toSpliced(index, 1).toSpliced(index + step, 0, column) })
  }
  return (
    <details className="decision-columns">
      <summary>
        Столбцы:{' '}
        {columns
          .filter(({ wanted }) => wanted)
          .map(({ id, name }) => name.trim() || defaultColumnName(id))
          .join(', ')}
      </summary>
      <ul>
        {columns.map(({ id, name, wanted }, index) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                className="checkbox"
                aria-label={defaultColumnName(id)}
                checked={wanted}
                onChange={({ target }) => change(index, { wanted: target.checked })}
              />
            </label>
            <input
              className="input"
              aria-label={`Название столбца «${defaultColumnName(id)}» в файле`}
              maxLength={80}
              value={name}
              onChange={({ target }) => change(index, { name: target.value })}
            />
            <MoveButton
              name={defaultColumnName(id)}
              up
              blocked={index === 0}
              onMove={() => move(index, -1)}
            />
            <MoveButton
              name={defaultColumnName(id)}
              blocked={index === columns.length - 1}
              onMove={() => move(index, 1)}
            />
          </li>
        ))}
      </ul>
      <Button onClick={() => onChange({ ...FIRST_PROFILE, format: profile.format })}>
        Вернуть обычные столбцы
      </Button>
    </details>
  )
}
