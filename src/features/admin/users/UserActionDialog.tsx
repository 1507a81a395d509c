import type { ListedUser, PasswordReset } from '../../../../contract/account/users.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { CopyButton } from '../../cabinet/CopyButton.tsx'
import type { UserAction } from './user-actions.ts'

/** Action on a user that must be confirmed. */
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

interface LinkDialogProps {
  username: string
  link: PasswordReset
  onClose(): void
}

function LinkDialog({ username, link, onClose }: LinkDialogProps) {
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
