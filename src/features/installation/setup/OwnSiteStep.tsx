import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { SetupSteps } from '../../../../contract/installation/setup.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { saveOwnSites } from '../installation-calls.ts'

/** Form for the own sites, whose prices are compared with the competitors' (specification 28.4). */
export function OwnSiteStep({ steps: { own, sites } }: { steps: SetupSteps }) {
  const id = useId()
  const queries = useQueryClient()
  const { busy, problem, dismiss, run } = useAction()
  const [text, setText] = useState(own.hosts.join(', '))
  if (own.fixed)
    return <p className="setup-words">Задан в OWN_SITE: чтобы изменить, поправьте настройки сервера.</p>
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const saved = await run(() => saveOwnSites(text.split(/[\s,;]+/).filter(Boolean)))
    // Nearly every page depends on which sites are own.
    if (saved) await queries.invalidateQueries()
  }
  return (
    <form className="setup-form" onSubmit={save}>
      <p className="setup-words">
        По нему сервер отличает ваши цены от цен конкурентов: с ними сравнивается ваше место на рынке, и они
        не входят в медиану конкурентов.
      </p>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          Адрес вашего магазина
        </label>
        <input
          id={id}
          className="input"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="shina.ru"
          list={`${id}-sites`}
          aria-describedby={`${id}-hint`}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <datalist id={`${id}-sites`}>
          {sites.map((site) => (
            <option key={site} value={site} />
          ))}
        </datalist>
        <span id={`${id}-hint`} className="field-hint">
          Несколько — через запятую. Сайт поставщика с вашими ценами тоже ваш.
        </span>
      </div>
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <Button type="submit" variant="primary" blocked={busy || text.trim() === own.hosts.join(', ')}>
        {busy ? 'Сохраняем...' : 'Сохранить'}
      </Button>
    </form>
  )
}
