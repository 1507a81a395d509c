import { isSignInNeeded } from '../../data/errors.ts'
import type { SavedCopy } from '../../pwa/useSavedState.ts'
import { useSession } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { ShowSaved } from '../../ui/SavedNote.tsx'

interface RetryWaysProps {
  error: Error | null
  copy: SavedCopy
  busy?: boolean
  /** sends the request again */
  onRetry(): void
  /** repeats the request, which the saved copy answers now */
  onCopy(): void
}

/** Buttons of a failed request: sign in again or repeat it, and show a saved copy. */
export function RetryWays({ error, copy, busy = false, onRetry, onCopy }: RetryWaysProps) {
  const { signInAgain } = useSession()
  const showCopy = () => {
    copy.want()
    onCopy()
  }
  return (
    <>
      {isSignInNeeded(error) ? (
        <Button variant="quiet" onClick={signInAgain}>
          Войти снова
        </Button>
      ) : (
        <Button variant="quiet" disabled={busy} onClick={onRetry}>
          Повторить
        </Button>
      )}
      <ShowSaved savedAt={copy.savedAt} onShow={showCopy} />
    </>
  )
}
