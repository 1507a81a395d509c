import { queryOptions } from '@tanstack/react-query'
import { USER_CALLS } from '../../../../contract/account/user-calls.ts'
import type { ListedUser, PasswordReset } from '../../../../contract/account/users.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { call } from '../../../data/send-call.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { CopyButton } from '../../cabinet/CopyButton.tsx'

export interface PendingAction {
  user: ListedUser
  action: UserAction
}

interface UserActionDialogProps {
  asked: PendingAction
  busy: boolean
  problem: string | null
  /** link that the action has created; null if it created none */
  link: PasswordReset | null
  onAgree(): void
  onClose(): void
}

/** Dialog that confirms an action on a user, and then displays the link that the action has created. */
export function UserActionDialog(props: UserActionDialogProps) {
  const { asked, busy, problem, link, onAgree, onClose } = props
  const { user, action } = asked
  if (link) return <LinkDialog username={user.username} link={link} onClose={onClose} />
  return (
    <Dialog
      title={action.question?.title ?? action.label}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" blocked={busy} onClick={onAgree}>
            {action.question?.agree ?? action.label}
          </Button>
        </>
      }
    >
      <p>
        <strong className="text-plain wrap-anywhere">{user.username}</strong>
      </p>
      <p>{action.question?.words}</p>
      {problem !== null && <Alert>{problem}</Alert>}
    </Dialog>
  )
}

function LinkDialog({ username, link, onClose }: { username: string; link: PasswordReset; onClose(): void }) {
  const address = `${window.location.origin}${ROUTES.passwordReset}#${link.token}`
  return (
    <Dialog
      title="Ссылка для нового пароля"
      onClose={onClose}
      actions={<Button onClick={onClose}>Закрыть</Button>}
    >
      <p>
        Передайте её лично: <strong className="text-plain wrap-anywhere">{username}</strong>. Она действует
        один раз, до <time dateTime={link.expires_at}>{formatMoment(link.expires_at)}</time>, и больше не
        покажется.
      </p>
      <p>
        <code className="reset-link wrap-anywhere">{address}</code>
      </p>
      <div className="panel-actions">
        <CopyButton text={address} />
      </div>
    </Dialog>
  )
}

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => (await call(USER_CALLS.list, {}, signal)).users,
  // Refetched on focus, because sessions begin and end independently of the administrator.
  refetchOnWindowFocus: 'always',
})

/** Action of an administrator on an account (specification 11.11). */
export interface UserAction {
  label: string
  fits(user: ListedUser): boolean
  /** confirmation text, for actions that take something away from the user */
  question?: { title: string; words: string; agree: string }
  /** Performs the action. @returns the link that it has created, if any */
  call(user: ListedUser): Promise<PasswordReset | undefined>
  /** message on success; the user's name is appended */
  done: string
}

const nothing = () => undefined
const role =
  (to: ListedUser['role']) =>
  ({ id }: ListedUser) =>
    call(USER_CALLS.setRole, { id, role: to }).then(nothing)
const change =
  (what: 'disable' | 'enable' | 'endSessions' | 'removeSecondFactor') =>
  ({ id }: ListedUser) =>
    call(USER_CALLS[what], { id }).then(nothing)

export const USER_ACTIONS: readonly UserAction[] = [
  {
    label: 'Ссылка для нового пароля',
    fits: ({ disabled, self }) => !disabled && !self,
    question: {
      title: 'Создать ссылку для нового пароля?',
      words:
        'По ней человек один раз задаст новый пароль. Прежняя ссылка, если была, перестанет действовать.',
      agree: 'Создать',
    },
    call: ({ id }) => call(USER_CALLS.createReset, { id }),
    done: 'Ссылка создана',
  },
  {
    label: 'Сделать администратором',
    fits: (user) => user.role !== 'admin',
    question: {
      title: 'Сделать администратором?',
      words: 'Администратор создаёт пользователей, меняет их права и читает журнал.',
      agree: 'Сделать администратором',
    },
    call: role('admin'),
    done: 'Роль изменена',
  },
  {
    label: 'Сделать аналитиком',
    fits: (user) => user.role === 'user',
    question: {
      title: 'Сделать аналитиком?',
      words:
        'Аналитик решает за всю команду: какие предложения — одна и та же шина, какие цены просят стратегии, что уходит в выгрузки и какая РРЦ действует. Чужую стратегию он может согласовать.',
      agree: 'Сделать аналитиком',
    },
    call: role('analyst'),
    done: 'Роль изменена',
  },
  {
    label: 'Сделать пользователем',
    fits: (user) => user.role === 'admin',
    question: {
      title: 'Забрать права администратора?',
      words: 'Цены и уведомления останутся, управлять пользователями больше не получится.',
      agree: 'Забрать права',
    },
    call: role('user'),
    done: 'Роль изменена',
  },
  {
    label: 'Сделать пользователем',
    fits: (user) => user.role === 'analyst',
    question: {
      title: 'Забрать права аналитика?',
      words:
        'Цены и уведомления останутся. Сопоставление, стратегии, выгрузки и загрузка РРЦ больше не получатся.',
      agree: 'Забрать права',
    },
    call: role('user'),
    done: 'Роль изменена',
  },
  {
    label: 'Завершить сеансы',
    // Offered regardless of the number of sessions in the loaded list, which may have grown since then.
    fits: ({ self, disabled }) => !self && !disabled,
    question: {
      title: 'Завершить все сеансы?',
      words: 'На всех устройствах этого человека нужно будет войти снова.',
      agree: 'Завершить',
    },
    call: change('endSessions'),
    done: 'Сеансы завершены',
  },
  {
    label: 'Снять второй фактор',
    fits: ({ self, second_factor }) => !self && second_factor,
    question: {
      title: 'Снять второй фактор?',
      words: 'Для входа этому человеку хватит одного пароля, пока он не включит второй фактор снова.',
      agree: 'Снять',
    },
    call: change('removeSecondFactor'),
    done: 'Второй фактор снят',
  },
  {
    label: 'Закрыть доступ',
    fits: ({ self, disabled }) => !self && !disabled,
    question: {
      title: 'Закрыть доступ?',
      words: 'Сеансы этого человека завершатся, и войти он не сможет, пока доступ не откроют снова.',
      agree: 'Закрыть доступ',
    },
    call: change('disable'),
    done: 'Доступ закрыт',
  },
  {
    label: 'Открыть доступ',
    fits: ({ disabled }) => disabled,
    call: change('enable'),
    done: 'Доступ открыт',
  },
]
