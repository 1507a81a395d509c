import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { zoneGroups, zoneLabel } from '../zones.ts'
import { settingProblems, type WizardDraft } from './draft.ts'

interface SettingsStepProps {
  draft: WizardDraft
  /** whether all problems are displayed, because the person has tried to continue */
  checked: boolean
  change(part: Partial<WizardDraft>): void
  onDone(): void
}

/** Id of the form, with which a button outside the form submits it. */
export const SETTINGS_FORM = 'source-settings'

/** Third step of the wizard: the site of the prices, and the schedule. */
export function SettingsStep({ draft, checked, change, onDone }: SettingsStepProps) {
  const id = useId()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const found = settingProblems(draft)
  const isTold = (name: string) => checked || left.has(name)
  const problems = Object.fromEntries(Object.entries(found).filter(([name]) => isTold(name))) as typeof found
  const fetches = draft.kind !== 'upload'
  const isOfPages = draft.kind === 'pages'
  const control = (name: 'site' | 'title' | 'expectedBy' | 'maxBad') => ({
    id: `${id}-${name}`,
    name,
    className: 'input',
    value: draft[name],
    'aria-invalid': name in problems || undefined,
    'aria-describedby': `${id}-${name}-words`,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    onBlur: () => setLeft(new Set([...left, name])),
  })
  const words = (name: 'site' | 'title' | 'expectedBy' | 'maxBad', hint: string) => {
    const problem = name === 'site' || name === 'maxBad' ? problems[name] : undefined
    return (
      <span
        id={`${id}-${name}-words`}
        className={problem ? 'field-problem' : 'field-hint'}
        role={problem ? 'alert' : undefined}
      >
        {problem ?? hint}
      </span>
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onDone()
    const [wrong = ''] = Object.keys(settingProblems(draft))
    const field = event.currentTarget.elements.namedItem(wrong)
    if (field instanceof HTMLElement) field.focus()
  }
  const setTime = (index: number, time: string) =>
    change({ times: draft.times.map((one, i) => (i === index ? time : one)) })
  return (
    // Disables the browser's own validation messages, which are in the browser's language.
    <form id={SETTINGS_FORM} className="source-settings" onSubmit={submit} noValidate>
      {!isOfPages && (
        <div className="field">
          <label className="field-label" htmlFor={`${id}-site`}>
            Сайт
          </label>
          <input
            {...control('site')}
            placeholder="shop.ru"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          {words('site', 'Под этим именем цены стоят в отчётах')}
        </div>
      )}
      <div className="field">
        <label className="field-label" htmlFor={`${id}-title`}>
          Название
        </label>
        <input {...control('title')} autoComplete="off" />
        {words('title', 'Для себя, например «Прайс поставщика, опт». Можно не заполнять')}
      </div>
      {fetches && (
        <fieldset className="times">
          <legend className="field-label">
            {draft.kind === 'address' ? 'Скачивать' : 'Читать'} каждый день в
          </legend>
          <div className="times-list">
            {draft.times.map((time, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two times may be the same while they are typed
              <span key={index} className="time-choice">
                <input
                  className="input"
                  type="time"
                  aria-label={`Время ${index + 1}`}
                  value={time}
                  onChange={({ target }) => setTime(index, target.value)}
                />
                <Button
                  variant="quiet"
                  aria-label={`Убрать время ${time || index + 1}`}
                  onClick={() => change({ times: draft.times.filter((_, i) => i !== index) })}
                >
                  Убрать
                </Button>
              </span>
            ))}
            <Button variant="quiet" onClick={() => change({ times: [...draft.times, ''] })}>
              Добавить время
            </Button>
          </div>
          {problems.times && (
            <span className="field-problem" role="alert">
              {problems.times}
            </span>
          )}
          {draft.times.length === 0 && (
            <span className="field-hint">Без времени цены загружаются только по вашей команде.</span>
          )}
        </fieldset>
      )}
      <div className="field">
        <label className="field-label" htmlFor={`${id}-expectedBy`}>
          Ждать к
        </label>
        <input {...control('expectedBy')} type="time" />
        {words('expectedBy', 'Если к этому времени сегодняшних цен нет, администраторам придёт уведомление')}
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-zone`}>
          Часовой пояс
        </label>
        <select
          id={`${id}-zone`}
          className="input"
          value={draft.zone}
          onChange={({ target }) => change({ zone: target.value })}
        >
          {zoneGroups(draft.zone).map(({ label, zones }) => (
            <optgroup key={label} label={label}>
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {zoneLabel(zone)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      {!isOfPages && (
        <div className="field">
          <label className="field-label" htmlFor={`${id}-maxBad`}>
            Допустимо отклонить записей, %
          </label>
          <input {...control('maxBad')} inputMode="decimal" autoComplete="off" />
          {words('maxBad', 'Если отклонено больше, цены ждут решения')}
        </div>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={draft.enabled}
          onChange={({ target }) => change({ enabled: target.checked })}
        />
        Источник включён
      </label>
    </form>
  )
}
