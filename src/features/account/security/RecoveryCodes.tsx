import { useLayoutEffect, useRef, useState } from 'react'
import { saveFile } from '../../../data/download.ts'
import { UNSENT } from '../../../pwa/unsent-input.ts'
import { useSession } from '../../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { confirmBeforeLeaving } from '../../../ui/confirm-before-leaving.ts'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'
import { CopyButton } from '../../cabinet/CopyButton.tsx'

/** List of new recovery codes, which are displayed only this once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved(): void }) {
  const [saved, setSaved] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const { username } = useSession()
  // A layout effect, so that leaving the page asks for confirmation as soon as the codes are painted.
  useLayoutEffect(() => {
    noteCodesShown(username)
    return confirmBeforeLeaving()
  }, [username])
  const finish = () => {
    noteCodesSaved()
    onSaved()
  }
  const text = codes.join('\n')
  const download = () =>
    saveFile(
      new Blob([`Резервные коды, ${window.location.host}\n\n${text}\n`], { type: 'text/plain' }),
      'recovery-codes.txt',
    )
  return (
    <div className="factor-steps grid gap-12" {...UNSENT}>
      <h3 ref={heading} tabIndex={-1}>
        Сохраните резервные коды
      </h3>
      <p className="panel-words">
        Каждый из них один раз заменит код из приложения, если телефона нет под рукой. Больше они не
        покажутся.
      </p>
      <ul className="recovery-codes grid bg-sunken rounded">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="panel-actions">
        <CopyButton text={text} />
        <Button onClick={download}>
          <CabinetIcon name="download" />
          Скачать
        </Button>
      </div>
      <label className="tick">
        <input type="checkbox" checked={saved} onChange={({ target }) => setSaved(target.checked)} />Я
        сохранил коды
      </label>
      <div className="panel-actions">
        <Button variant="primary" blocked={!saved} onClick={finish}>
          Готово
        </Button>
      </div>
    </div>
  )
}

const KEY = 'recovery_codes_shown'

/**
 * Returns whether recovery codes were displayed to this user in this tab and not confirmed as saved. Leaving the page
 * inside the app cannot be prevented, so the page shows a reminder when the user returns.
 */
export const areCodesUnconfirmed = (username: string): boolean => sessionStorage.getItem(KEY) === username

function noteCodesShown(username: string): void {
  sessionStorage.setItem(KEY, username)
}

export function noteCodesSaved(): void {
  sessionStorage.removeItem(KEY)
}
