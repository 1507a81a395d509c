import { Button } from '../../../../ui/Button.tsx'
import type { WizardDraft } from '../draft.ts'
import { keyFor, trustedKeyOf } from './server-key.ts'

interface ServerKeyNoteProps {
  draft: WizardDraft
  busy?: boolean
  /** called with the key that the person now trusts; without it, another key cannot be accepted here */
  onTrust?(key: string): void
}

/** Key of the draft's SFTP server, and the one that it showed instead (specification 12.11). */
export function ServerKeyNote({ draft, busy = false, onTrust }: ServerKeyNoteProps) {
  const trusted = trustedKeyOf(draft)
  const refused = keyFor(draft.address, draft.refusedKey)
  if (refused !== undefined && onTrust) {
    return (
      <div className="server-key">
        <p className="panel-words">
          Прежний ключ сервера <code>{trusted ?? 'сохранён в источнике'}</code>
        </p>
        <p className="panel-words">
          Новый ключ сервера <code>{refused}</code>
        </p>
        <div className="panel-actions">
          <Button blocked={busy} onClick={() => onTrust(refused)}>
            Доверять новому ключу и скачать
          </Button>
        </div>
      </div>
    )
  }
  if (trusted === undefined) return null
  return (
    <div className="server-key">
      <p className="panel-words">
        Ключ сервера <code>{trusted}</code>. Сравните его с тем, что назвал поставщик.
      </p>
    </div>
  )
}
