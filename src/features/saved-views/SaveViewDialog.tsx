import { type FormEvent, useId, useState } from 'react'
import type { ReportId } from '../../../contract/reports/reports.ts'
import {
  type SavedView,
  VIEW_QUERY_LENGTH,
  type ViewScope,
  viewName,
  viewQuery,
} from '../../../contract/views/saved-view.ts'
import { RELATIVE_DAYS } from '../../../contract/views/view-day.ts'
import { storedUsername } from '../../data/stored-session.ts'
import { useAction } from '../../data/useAction.ts'
import { randomId } from '../../lib/random-id.ts'
import { useControlled } from '../../pwa/useSavedState.ts'
import { hasWorker } from '../../pwa/worker-channel.ts'
import { useSession } from '../../session/useSession.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ChoiceField, SelectField } from '../../ui/Field.tsx'
import { NAME_TAKEN, NameField, replacementBy } from './NameField.tsx'
import { useViews } from './useViews.ts'
import { VIEW_ACTION, viewDayText } from './view-text.ts'
import './views.css'

const REPLACES = 'Такой вид уже есть и будет заменён. Чтобы сохранить оба, выберите другое название.'

const SCOPES: readonly { value: ViewScope; name: string }[] = [
  { value: 'own', name: 'только для меня' },
  { value: 'team', name: 'для команды' },
]

interface SaveViewDialogProps {
  report: ReportId
  query: URLSearchParams
  /** displayed day, YYYY-MM-DD */
  date: string
  /** texts for all saved settings except the day */
  words: readonly string[]
  /** @param isKept whether the view's pages are to be saved on the device */
  onSaved(view: SavedView, isKept: boolean): void
  onClose(): void
}

/** Dialog that saves the displayed report as a named view, which the home page then lists (specification 18.2). */
export function SaveViewDialog(props: SaveViewDialogProps) {
  const { report, query, date, words, onSaved, onClose } = props
  const { views, store, shared } = useViews()
  const { busy, problem, run } = useAction(VIEW_ACTION)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const [wishedScope, setWishedScope] = useState<ViewScope | null>(null)
  const [day, setDay] = useState<string>('latest')
  const [wishesKept, setWishesKept] = useState(false)
  const { offline } = useSession()
  const canKeep = useControlled() && !offline
  const isKept = wishesKept && canKeep
  const form = useId()

  const editable = views.filter((view) => view.editable)
  const replaceable = editable.filter((view) => view.report === report)
  const name = viewName(typed)
  const { replaced, isTaken } = replacementBy(editable, chosen, name)
  const scope = wishedScope ?? replaced?.scope ?? 'own'
  const kept = viewQuery(query)
  const isTooLong = kept.length > VIEW_QUERY_LENGTH
  const blocked = name === null || isTaken || isTooLong || busy

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name === null || blocked) return
    const fresh = { id: randomId(), owner: storedUsername(), mine: true, editable: true, version: 0 }
    const view: SavedView = { ...(replaced ?? fresh), name, report, query: kept, day, scope }
    if (await run(() => store.save(view))) onSaved(view, isKept)
  }
  const choose = (id: string) => {
    setChosen(id)
    setTyped(views.find((view) => view.id === id)?.name ?? '')
    setWishedScope(null)
  }

  return (
    <Dialog
      title="Сохранить"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" form={form} variant="primary" blocked={blocked}>
            {replaced ? 'Заменить' : 'Сохранить'}
          </Button>
        </>
      }
    >
      <form id={form} className="save-view" onSubmit={(event) => void submit(event)}>
        {replaceable.length > 0 && (
          <SelectField
            label="Куда"
            value={chosen}
            onChange={choose}
            none="Новый вид"
            options={replaceable.map((view) => ({ value: view.id, name: `Вместо «${view.name}»` }))}
          />
        )}
        <NameField
          value={typed}
          onChange={setTyped}
          problem={isTaken ? NAME_TAKEN : undefined}
          hint={replaced && chosen === '' ? REPLACES : undefined}
        />
        <ChoiceField
          label="Цены за"
          options={[...RELATIVE_DAYS, date].map((value) => ({ value, name: viewDayText(value) }))}
          value={day}
          onChange={setDay}
        />
        {/* Only the author of a team's view can make it a personal one. */}
        {shared && (replaced?.mine ?? true) && (
          <ChoiceField<ViewScope> label="Для кого" options={SCOPES} value={scope} onChange={setWishedScope} />
        )}
        {hasWorker() && (
          <label className="save-view-kept">
            <input
              type="checkbox"
              checked={isKept}
              disabled={!canKeep}
              onChange={({ target }) => setWishesKept(target.checked)}
            />
            <span>
              Готов без сети{' '}
              <small>
                {offline
                  ? 'нет связи с сервером: сохранить можно, когда она появится'
                  : 'все страницы будут открываться на этом устройстве без сети'}
              </small>
            </span>
          </label>
        )}
        <p>
          {words.length > 0 ? `Сохранится: ${words.join(' · ')}.` : 'Сохранится отчёт без фильтров.'}{' '}
          Откроется с первой страницы.
        </p>
        {isTooLong && <Alert>Выбрано слишком много: такой вид не сохранить.</Alert>}
      </form>
      {problem !== null && <Alert>{problem}</Alert>}
    </Dialog>
  )
}
