import type { FormEvent } from 'react'
import { hostName, isHostName } from '../../../../contract/lib/host-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { CheckField, FieldSet, SelectField } from '../../../ui/Field.tsx'
import { type FieldTable, focusField, problemsOf, useFields } from '../../../ui/useFields.tsx'
import { zoneGroups, zoneLabel } from '../texts.ts'
import { percentOf, type WizardDraft } from './draft.ts'
import type { DraftProps } from './kinds/kind-module.ts'
import { KINDS } from './kinds/kind-modules.tsx'

/** Returns the settings of the site, which a source of tracked pages takes from them. */
const isOwn = ({ kind }: WizardDraft): boolean => !KINDS[kind].isTracked

const FIELDS: FieldTable<WizardDraft> = {
  site: {
    applies: isOwn,
    label: 'Сайт',
    hint: 'Под этим именем цены стоят в отчётах',
    placeholder: 'shop.ru',
    problem: ({ site }) => !isHostName(hostName(site)) && 'Укажите сайт, чьи это цены, например shop.ru.',
  },
  title: {
    label: 'Название',
    hint: 'Для себя, например «Прайс поставщика, опт». Можно не заполнять',
    prose: true,
  },
  expectedBy: {
    label: 'Ждать к',
    hint: 'Если к этому времени сегодняшних цен нет, администраторам придёт уведомление',
    type: 'time',
  },
  maxBad: {
    applies: isOwn,
    label: 'Допустимо отклонить записей, %',
    hint: 'Если отклонено больше, цены ждут решения',
    inputMode: 'decimal',
    problem: ({ maxBad }) => percentOf(maxBad) === null && 'Укажите число от 0 до 100.',
  },
  times: {
    applies: ({ kind }) => KINDS[kind].verb !== undefined,
    problem: ({ times }) => times.includes('') && 'Укажите время или уберите его.',
  },
}

export const settingProblems = (draft: WizardDraft) => problemsOf(FIELDS, draft)

interface SettingsStepProps extends DraftProps {
  /** whether all problems are displayed, because the person has tried to continue */
  checked: boolean
  onDone(): void
}

/** Id of the form, with which a button outside the form submits it. */
export const SETTINGS_FORM = 'source-settings'

/** Third step of the wizard: the site of the prices, and the schedule. */
export function SettingsStep({ draft, checked, change, onDone }: SettingsStepProps) {
  const { verb } = KINDS[draft.kind]
  const field = useFields(FIELDS, { form: draft, checked, onChange: change })
  const problems = checked ? settingProblems(draft) : {}
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onDone()
    const [wrong] = Object.keys(settingProblems(draft))
    if (wrong !== undefined) focusField(event.currentTarget, wrong)
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
      {field('site')}
      {field('title')}
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
      {field('expectedBy')}
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
      {field('maxBad')}
      <CheckField checked={draft.enabled} onChange={(checked) => change({ enabled: checked })}>
        Источник включён
      </CheckField>
    </form>
  )
}
