import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { OUTLET_CALLS } from '../../../../contract/outlets/outlet-calls.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { BackLink } from '../../cabinet/BackLink.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { everyOutlet, outletQuery } from '../outlet-queries.ts'
import { outletPath } from '../outlet-routes.ts'
import { NEW_OUTLET, type OutletDraft, outletDraftOf, settingsOf } from './draft.ts'
import { OutletFields } from './OutletFields.tsx'

/** Page that sets up a new outlet or changes one (specification 24.7). */
export function OutletFormPage() {
  const { id } = useParams()
  const saved = useQuery({ ...outletQuery(Number(id)), enabled: id !== undefined })
  const title = id === undefined ? 'Новая выгрузка' : 'Изменить выгрузку'
  useDocumentTitle(title)
  return (
    <section className="cabinet-page" aria-labelledby="outlet-form-heading">
      <BackLink to={id === undefined ? ROUTES.outlets : outletPath(Number(id))}>
        {id === undefined ? 'Все выгрузки' : (saved.data?.outlet.settings.name ?? 'Выгрузка')}
      </BackLink>
      <h1 id="outlet-form-heading">{title}</h1>
      {saved.error && !saved.data && <LoadProblem error={saved.error} onRetry={() => void saved.refetch()} />}
      {id !== undefined && !saved.data && !saved.error && <Loading />}
      {id === undefined && <OutletForm id={null} first={NEW_OUTLET} />}
      {saved.data && (
        <OutletForm key={id} id={Number(id)} first={outletDraftOf(saved.data.outlet.settings)} />
      )}
    </section>
  )
}

/** @param id null for a new outlet */
function OutletForm({ id, first }: { id: number | null; first: OutletDraft }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(first)
  const [isTried, setTried] = useState(false)
  const { busy, problem, run, dismiss } = useAction()
  const isNameless = draft.name.trim() === ''
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isNameless) {
      const field = event.currentTarget.elements.namedItem('name')
      if (field instanceof HTMLElement) field.focus()
      return
    }
    void run(async () => {
      const settings = settingsOf(draft)
      const saved =
        id === null
          ? await call(OUTLET_CALLS.create, settings)
          : await call(OUTLET_CALLS.change, { id, ...settings })
      await queries.invalidateQueries(everyOutlet)
      void navigate(outletPath(saved.id), {
        state: { said: `Выгрузка «${settings.name.trim()}» ${id === null ? 'добавлена' : 'сохранена'}.` },
      })
    })
  }
  return (
    // Disables the browser's own validation messages, which are in the browser's language.
    <form className="panel outlet-form" onSubmit={submit} noValidate aria-labelledby="outlet-form-heading">
      <OutletFields
        draft={draft}
        nameProblem={isTried && isNameless ? 'Назовите выгрузку' : null}
        change={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <div className="panel-actions">
        <Button type="submit" variant="primary" blocked={busy}>
          {busy ? 'Подождите...' : id === null ? 'Добавить' : 'Сохранить'}
        </Button>
        <Link to={id === null ? ROUTES.outlets : outletPath(id)} className="button button-secondary">
          Отмена
        </Link>
      </div>
    </form>
  )
}
