import type { ListedUser } from '../../../contract/account/users.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { ROLE_LABELS } from '../role-labels.ts'
import { UserMenu } from './UserMenu.tsx'
import type { UserAction } from './user-actions.ts'

interface UserRowProps {
  user: ListedUser
  onChoose(user: ListedUser, action: UserAction): void
}

export function UserRow({ user, onChoose }: UserRowProps) {
  const { username, role, lastSignInAt, sessions, secondFactor, disabled, self } = user
  return (
    <tr>
      <th scope="row" className="user-cell-name">
        {username} {self && <span className="chip">Это вы</span>}
      </th>
      <td>{ROLE_LABELS[role]}</td>
      <td data-label="Последний вход">
        {lastSignInAt === null ? (
          'Не входил'
        ) : (
          <time dateTime={lastSignInAt}>{formatMoment(lastSignInAt)}</time>
        )}
      </td>
      <td data-label="Сеансы">{sessions}</td>
      <td data-label="Второй фактор">{secondFactor ? 'Включён' : 'Нет'}</td>
      <td data-label="Доступ">
        <span className="chip" data-tone={disabled ? 'bad' : 'good'}>
          {disabled ? 'Закрыт' : 'Открыт'}
        </span>
      </td>
      <td className="user-cell-menu">
        <UserMenu user={user} onChoose={onChoose} />
      </td>
    </tr>
  )
}
