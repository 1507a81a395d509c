import { Link } from 'react-router-dom'
import type { NotifiedRule } from '../../../contract/legacy/notifications.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'

interface RuleActionsProps {
  rule: NotifiedRule
  busy: boolean
  onMute(mute: { firing: number | null; muted: boolean }): void
}

/** Actions of a rule's notification: the tyres that it found, if it is not about price changes, and the mute (specification 25.8). */
export function RuleActions({ rule: { firing, muted }, busy, onMute }: RuleActionsProps) {
  const label = muted ? 'Снова уведомлять' : 'Заглушить на неделю'
  return (
    <>
      {firing !== null && (
        <Link
          className="icon-button"
          to={`${ROUTES.rules}/firings/${firing}`}
          aria-label="Открыть шины"
          title="Открыть шины"
        >
          <CabinetIcon name="table" />
        </Link>
      )}
      {/* Without a state, the rule is removed. */}
      {muted !== null && (
        <button
          type="button"
          className="icon-button"
          aria-label={label}
          title={label}
          aria-busy={busy}
          aria-disabled={busy || undefined}
          onClick={() => !busy && onMute({ firing, muted: !muted })}
        >
          <CabinetIcon name={muted ? 'bell' : 'bell-off'} />
        </button>
      )}
    </>
  )
}
