import { Button } from '../../../ui/Button.tsx'
import { MoveButton } from '../../../ui/MoveButton.tsx'
import { FIRST_PROFILE, type FileProfile, type ProfileColumn, usualName } from './profile.ts'

interface ProfileFieldsProps {
  profile: FileProfile
  onChange(profile: FileProfile): void
}

/** Fields that select, order and rename the columns of the file. */
export function ProfileFields({ profile, onChange }: ProfileFieldsProps) {
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
          .map(({ id, name }) => name.trim() || usualName(id))
          .join(', ')}
      </summary>
      <ul>
        {columns.map(({ id, name, wanted }, index) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                aria-label={usualName(id)}
                checked={wanted}
                onChange={({ target }) => change(index, { wanted: target.checked })}
              />
            </label>
            <input
              className="input"
              aria-label={`Название столбца «${usualName(id)}» в файле`}
              maxLength={80}
              value={name}
              onChange={({ target }) => change(index, { name: target.value })}
            />
            <MoveButton name={usualName(id)} up blocked={index === 0} onMove={() => move(index, -1)} />
            <MoveButton
              name={usualName(id)}
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
