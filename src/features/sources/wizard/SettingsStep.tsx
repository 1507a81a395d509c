import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { CheckField, FieldSet, SelectField, TextField } from '../../../ui/Field.tsx'
import { zoneGroups, zoneLabel } from '../zones.ts'
import { settingProblems } from './draft-rules.ts'
import type { DraftProps } from './kinds/kind-module.ts'
import { KINDS } from './kinds/kind-modules.ts'

interface SettingsStepProps extends DraftProps {
  /** whether all problems are displayed, because the person has tried to continue */
  checked: boolean
  onDone(): void
}

/** Id of the form, with which a button outside the form submits it. */
export const SETTINGS_FORM = 'source-settings'

/** Third step of the wizard: the site of the prices, and the schedule. */
export function SettingsStep({ draft, checked, change, onDone }: SettingsStepProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const found = settingProblems(draft)
  const isTold = (name: string) => checked || left.has(name)
  const problems = Object.fromEntries(Object.entries(found).filter(([name]) => isTold(name))) as typeof found
  const { verb, isTracked } = KINDS[draft.kind]
  const field = (name: 'site' | 'title' | 'expectedBy' | 'maxBad') => ({
    name,
    value: draft[name],
    problem: name === 'site' || name === 'maxBad' ? problems[name] : undefined,
    onChange: (value: string) => change({ [name]: value }),
    onBlur: () => setLeft(new Set([...left, name])),
  })
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
    <form
      id={SETTINGS_FORM}
      className="source-settings grid grid-cols-2 items-start gap-16"
      onSubmit={submit}
      noValidate
    >
      {!isTracked && (
        <TextField
          {...field('site')}
          label="Сайт"
          hint="Под этим именем цены стоят в отчётах"
          placeholder="shop.ru"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <TextField
        {...field('title')}
        label="Название"
        hint="Для себя, например «Прайс поставщика, опт». Можно не заполнять"
        autoComplete="off"
      />
      {verb && (
        <FieldSet className="times grid gap-8" label={`${verb} каждый день в`}>
          <div className="flex flex-wrap items-center gap-8">
            {draft.times.map((time, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two times may be the same while they are typed
              <span key={index} className="time-choice inline-flex items-center">
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
        </FieldSet>
      )}
      <TextField
        {...field('expectedBy')}
        label="Ждать к"
        hint="Если к этому времени сегодняшних цен нет, администраторам придёт уведомление"
        type="time"
      />
      <SelectField label="Часовой пояс" value={draft.zone} onChange={(value) => change({ zone: value })}>
        {zoneGroups(draft.zone).map(({ label, zones }) => (
          <optgroup key={label} label={label}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zoneLabel(zone)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      {!isTracked && (
        <TextField
          {...field('maxBad')}
          label="Допустимо отклонить записей, %"
          hint="Если отклонено больше, цены ждут решения"
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <CheckField checked={draft.enabled} onChange={(checked) => change({ enabled: checked })}>
        Источник включён
      </CheckField>
    </form>
  )
}
