import { DoneAlert } from '../../../ui/DoneAlert.tsx'
import './users.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ListedUser, PasswordReset } from '../../../../contract/account/users.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { useAction } from '../../../data/useAction.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Alert } from '../../../ui/Alert.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'
import { ACTIONS, DataTable } from '../../cabinet/DataTable.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { OfferedPage } from '../../cabinet/OfferedPage.tsx'
import { ROLE_LABELS } from '../../cabinet/role-labels.ts'
import {
  type PendingAction,
  USER_ACTIONS,
  type UserAction,
  UserActionDialog,
  usersQuery,
} from './UserActionDialog.tsx'

/** Page with all users and the actions on them (specification 11.10 and 11.11). */
export function UsersPage() {
  useDocumentTitle('Пользователи')
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="users-heading">
      <header className="users-head flex flex-wrap items-center justify-between gap-8">
        <h1 id="users-heading">Пользователи</h1>
        <Link to={ROUTES.settings} className="button button-secondary">
          <CabinetIcon name="user-plus" />
          Новый пользователь
        </Link>
      </header>
      <OfferedPage offer="users">
        <UsersContent />
      </OfferedPage>
    </section>
  )
}

const folded = (text: string): string => text.trim().toLowerCase()
const COLUMNS = [
  'Имя',
  'Роль',
  'Процент',
  'Тип авто',
  'Создан',
  'Последний вход',
  'Сеансы',
  'Второй фактор',
] as const

function UsersContent() {
  const { data: users, error, refetch } = useQuery(usersQuery)
  const queries = useQueryClient()
  const { busy, problem, dismiss, run } = useAction()
  const [asked, setAsked] = useState<PendingAction | null>(null)
  const [link, setLink] = useState<PasswordReset | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const found = users?.filter(({ username }) => folded(username).includes(folded(search)))

  const apply = async ({ user, action }: PendingAction) => {
    await run(async () => {
      const created = await action.call(user)
      if (created) return setLink(created)
      setAsked(null)
      setDone(`${action.done}: ${user.username}.`)
    })
    // Refetches the list even if the server refused the action, because the list may be outdated. The offers depend on
    // the user's own role, which an action may have changed.
    await queries.invalidateQueries({ queryKey: usersQuery.queryKey })
    if (user.self) await queries.invalidateQueries({ queryKey: companionQuery.queryKey })
  }
  const choose = (user: ListedUser, action: UserAction) => {
    dismiss()
    setDone(null)
    setLink(null)
    if (action.question) setAsked({ user, action })
    else void apply({ user, action })
  }
  return (
    <>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!users && !error && <Loading />}
      {!asked && problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <DoneAlert words={done} onDismiss={() => setDone(null)} />
      {users && found && (
        <>
          <TextField
            label="Найти по имени"
            className="users-search"
            type="search"
            autoComplete="off"
            value={search}
            onChange={setSearch}
          />
          <div className="data-panel">
            {found.length === 0 ? (
              <div className="data-empty">
                <p>Таких пользователей нет.</p>
                <p>Введите другую часть имени или очистите поиск.</p>
              </div>
            ) : (
              <DataTable
                className="users-table"
                aria-labelledby="users-heading"
                columns={[...COLUMNS, ACTIONS]}
              >
                {found.map((user) => (
                  <UserRow key={user.id} user={user} onChoose={choose} />
                ))}
              </DataTable>
            )}
          </div>
          <p className="data-foot" role="status">
            Показано {found.length} из {users.length}
          </p>
        </>
      )}
      {asked && (
        <UserActionDialog
          asked={asked}
          busy={busy}
          problem={problem}
          link={link}
          onAgree={() => void apply(asked)}
          onClose={() => {
            dismiss()
            setAsked(null)
          }}
        />
      )}
    </>
  )
}

interface UserRowProps {
  user: ListedUser
  onChoose(user: ListedUser, action: UserAction): void
}

const day = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short' })

function UserRow({ user, onChoose }: UserRowProps) {
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
        <ActionMenu
          label={`Действия: ${username}`}
          icon={<CabinetIcon name="more" />}
          actions={USER_ACTIONS.filter(({ fits }) => fits(user))}
          onChoose={(action) => onChoose(user, action)}
        />
      </td>
    </tr>
  )
}
