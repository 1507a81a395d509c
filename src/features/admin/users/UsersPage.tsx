import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { ROUTES } from '../../../../contract/routes.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { OfferedPage } from '../../cabinet/OfferedPage.tsx'
import { UserActionDialog } from './UserActionDialog.tsx'
import { UserRow } from './UserRow.tsx'
import { usersQuery } from './user-calls.ts'
import { useUserActions } from './useUserActions.ts'
import './users.css'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'

/** Page of all users and the actions on them (specification 11.10 and 11.11). */
export default function UsersPage() {
  useDocumentTitle('Пользователи')
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="users-heading">
      <header className="users-head">
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
  const { problem, done, dismiss, asked, choose, close, agree, busy, link } = useUserActions()
  const [search, setSearch] = useState('')
  const id = useId()
  const found = users?.filter(({ username }) => folded(username).includes(folded(search)))
  return (
    <>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!users && !error && <Loading />}
      {!asked && problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      {done !== null && (
        <Alert tone="success" onDismiss={dismiss}>
          {done}
        </Alert>
      )}
      {users && found && (
        <>
          <div className="field users-search">
            <label className="field-label" htmlFor={id}>
              Найти по имени
            </label>
            <input
              id={id}
              className="input"
              type="search"
              autoComplete="off"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </div>
          <div className="data-panel">
            {found.length === 0 ? (
              <div className="data-empty">
                <p>Таких пользователей нет.</p>
                <p>Введите другую часть имени или очистите поиск.</p>
              </div>
            ) : (
              <table className="data-table users-table" aria-labelledby="users-heading">
                <thead>
                  <tr>
                    {COLUMNS.map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                    <th scope="col">
                      <span className="visually-hidden">Действия</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found.map((user) => (
                    <UserRow key={user.id} user={user} onChoose={choose} />
                  ))}
                </tbody>
              </table>
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
          onAgree={() => void agree()}
          onClose={close}
        />
      )}
    </>
  )
}
