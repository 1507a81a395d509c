import type { ListedUser } from '../../../../contract/account/users.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'
import { USER_ACTIONS, type UserAction } from './user-actions.ts'

interface UserMenuProps {
  user: ListedUser
  onChoose(user: ListedUser, action: UserAction): void
}

/** Menu with the actions on one user. */
export function UserMenu({ user, onChoose }: UserMenuProps) {
  return (
    <ActionMenu
      label={`Действия: ${user.username}`}
      icon={<CabinetIcon name="more" />}
      actions={USER_ACTIONS.filter(({ fits }) => fits(user))}
      onChoose={(action) => onChoose(user, action)}
    />
  )
}
