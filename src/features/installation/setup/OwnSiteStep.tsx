import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { INSTALLATION_CALLS } from '../../../../contract/installation/installation-calls.ts'
import type { SetupSteps } from '../../../../contract/installation/setup.ts'
import { hostName } from '../../../../contract/lib/host-name.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'

/** Form for the own sites, whose prices are compared with the competitors' (specification 28.4). */
export function OwnSiteStep({ steps: { own, sites }, onSaved }: { steps: SetupSteps; onSaved(): void }) {
  const queries = useQueryClient()
  const { busy, problem, run } = useAction()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (problem !== null) field.current?.focus()
  }, [problem])
  const [text, setText] = useState(own.hosts.join(', '))
  if (own.fixed)
    return (
      <p className="text-14 text-muted">Задан в OWN_SITE: чтобы изменить, поправьте настройки сервера.</p>
    )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const saved = await run(() =>
      call(INSTALLATION_CALLS.setOwnSites, {
        hosts: text
          .split(/[\s,;]+/)
          .filter(Boolean)
          .map(hostName),
      }),
    )
    // Nearly every page depends on which sites are own.
    if (!saved) return
    await queries.invalidateQueries()
    onSaved()
  }
  return (
    <form className="setup-form grid justify-items-start gap-12" onSubmit={save}>
      <p className="text-14 text-muted">
        По нему сервер отличает ваши цены от цен конкурентов: с ними сравнивается ваше место на рынке, и они
        не входят в медиану конкурентов.
      </p>
      <TextField
        ref={field}
        label="Адрес вашего магазина"
        hint="Несколько — через запятую. Сайт поставщика с вашими ценами тоже ваш."
        problem={problem}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="shina.ru"
        suggestions={sites}
        value={text}
        onChange={setText}
      />
      <Button type="submit" variant="primary" blocked={busy || text.trim() === own.hosts.join(', ')}>
        {busy ? 'Сохраняем...' : 'Сохранить'}
      </Button>
    </form>
  )
}
