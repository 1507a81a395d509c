import type { ListedUser } from '../../../../contract/account/users.ts'
import { formatMoment } from '../../../ui/format-moment.ts'
import { ROLE_LABELS } from '../../cabinet/role-labels.ts'
import { UserMenu } from './UserMenu.tsx'
import type { UserAction } from './user-actions.ts'

interface UserRowProps {
  user: ListedUser
  onChoose(user: ListedUser, action: UserAction): void
}

const day = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short' })

export function UserRow({ user, onChoose }: UserRowProps) {
  const { username, role, percent, sessions, last_sign_in_at: lastSignInAt } = user
  return (
    <tr>
      <th scope="row" className="wrap-anywhere">
        {username} {user.self && <span className="state-chip">Это вы</span>}
        {user.disabled && (
          <span className="state-chip" data-tone="bad">
            Закрыт
          </span>
        )}
      </th>
      <td>{ROLE_LABELS[role]}</td>
      <td data-label="Процент">{percent === null ? 'По умолчанию' : percent.toLocaleString('ru-RU')}</td>
      <td data-label="Тип авто">{user.vehicle_type || 'Все'}</td>
      <td data-label="Создан">
        <time dateTime={user.created_at}>{day.format(new Date(user.created_at))}</time>
      </td>
      <td data-label="Последний вход">
        {lastSignInAt === null ? (
          'Не входил'
        ) : (
          <time dateTime={lastSignInAt}>{formatMoment(lastSignInAt)}</time>
        )}
      </td>
      <td data-label="Сеансы">{sessions}</td>
      <td data-label="Второй фактор">{user.second_factor ? 'Включён' : 'Нет'}</td>
      <td className="user-cell-menu">
        <UserMenu user={user} onChoose={onChoose} />
      </td>
    </tr>
  )
}
