import { BackLink } from '../../cabinet/BackLink.tsx'
import './wizard.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import type { Source } from '../../../../contract/sources/source.ts'
import { UNSENT } from '../../../pwa/unsent-input.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { sourceQuery } from '../source-queries.ts'
import { NEW_SITE } from '../source-routes.ts'
import { CheckStep } from './CheckStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import type { WizardDraft, WizardStep } from './draft.ts'
import { hasMapping, inputOf, isReachable, stepName } from './draft-rules.ts'
import { FileStep } from './FileStep.tsx'
import { KINDS } from './kinds/kind-modules.tsx'
import { SETTINGS_FORM, SettingsStep } from './SettingsStep.tsx'
import { useWizard, type WizardOptions } from './useWizard.ts'

/** Wizard that creates or changes a source (specification 12.6 and 12.7). */
export function SourceWizard(props: WizardOptions) {
  const { id } = useParams()
  const [query] = useSearchParams()
  // Each site has a draft of its own.
  return id === undefined ? (
    <Wizard key={query.get(NEW_SITE)} source={null} {...props} />
  ) : (
    <Edited key={id} id={id} {...props} />
  )
}

function Edited({ id, ...props }: WizardOptions & { id: string }) {
  const { data, error, refetch } = useQuery(sourceQuery(id))
  if (data) return <Wizard source={data.source} {...props} />
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="wizard-heading">
      <h1 id="wizard-heading">Мастер прайс-листа</h1>
      {error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <Loading />}
    </section>
  )
}

function Wizard({ source, ...options }: WizardOptions & { source: Source | null }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wizard = useWizard(source, options, heading)
  const { draft, change, inspection, upload, saving, goOn } = wizard
  const { title, steps, form: firstForm, Check = CheckStep } = KINDS[draft.kind]
  const isSingle = steps.length === 1
  useDocumentTitle(title)
  const [asks, setAsks] = useState(false)
  const { step } = draft
  const shared = { draft, change }
  /** Form of the step that the button below submits; without one it just continues. */
  const form = step === 'settings' ? SETTINGS_FORM : step === 'file' ? firstForm : undefined
  return (
    <section
      className="cabinet-page cabinet-page-wide"
      aria-labelledby="wizard-heading"
      {...(draft.changed ? UNSENT : {})}
    >
      <BackLink to={wizard.home}>{source ? source.title || source.site : 'Все источники'}</BackLink>
      <header className="page-head flex flex-wrap items-center gap-8-12">
        {/* Rendered only if needed: a screen reader would read a hidden part with a space before its comma. */}
        <h1
          id="wizard-heading"
          ref={heading}
          tabIndex={-1}
          aria-label={
            isSingle ? undefined : `${title}, шаг ${steps.indexOf(step) + 1}: ${stepName(draft, step)}`
          }
        >
          {title}
        </h1>
        <span className="text-14 text-muted">
          {source ? source.title || source.site : ['новый источник', draft.site].filter(Boolean).join(' · ')}
        </span>
        {draft.changed && (
          <Button variant="quiet" onClick={() => setAsks(true)}>
            Отменить изменения
          </Button>
        )}
      </header>
      {asks && (
        <ConfirmDialog
          title="Удалить несохранённое?"
          agree="Удалить"
          onAgree={wizard.discard}
          onClose={() => setAsks(false)}
        >
          <p>{source ? 'Источник останется таким, каким сохранён.' : 'Новый источник не сохранится.'}</p>
        </ConfirmDialog>
      )}
      {!isSingle && <WizardNav draft={draft} onStep={(to) => wizard.goTo(to)} />}
      <div className="panel wizard-step">
        {step === 'file' && (
          <FileStep
            {...shared}
            {...inspection}
            isNew={source === null}
            checked={wizard.checked}
            upload={upload}
            onLoad={wizard.load}
            onDone={goOn}
          />
        )}
        {step === 'columns' && (
          <ColumnsStep
            {...shared}
            {...inspection}
            upload={upload}
            onGuess={wizard.guessAgain}
            finding={wizard.finding}
            target={wizard.target}
            onTarget={wizard.onTarget}
          />
        )}
        {step === 'settings' && <SettingsStep {...shared} checked={wizard.checked} onDone={goOn} />}
        {step === 'check' && (
          <Check
            {...shared}
            input={inputOf(draft)}
            busy={saving.busy}
            problem={saving.problem}
            onDismiss={saving.dismiss}
            onSave={wizard.save}
            onAnswer={wizard.answer}
          />
        )}
      </div>
      {isSingle && saving.problem !== null && <Alert onDismiss={saving.dismiss}>{saving.problem}</Alert>}
      {(step !== 'file' || hasMapping(draft)) && (
        <div className="panel-actions wizard-actions">
          {step !== 'file' && !isSingle && <Button onClick={wizard.goBack}>Назад</Button>}
          {step !== 'check' && (
            // A new element for each step: if the button were reused, the click that opens the settings would also
            // submit them.
            <Button
              key={step}
              variant="primary"
              blocked={wizard.isUnread || saving.busy}
              {...(form === undefined ? { onClick: goOn } : { type: 'submit', form })}
            >
              {isSingle ? (saving.busy ? 'Сохраняем...' : 'Сохранить') : 'Далее'}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** Numbered buttons of the steps; those for which the draft is not complete enough are blocked. */
function WizardNav({ draft, onStep }: { draft: WizardDraft; onStep(step: WizardStep): void }) {
  return (
    <nav className="min-w-0" aria-label="Шаги">
      <ol className="steps flex relative gap-4 list-none">
        {KINDS[draft.kind].steps.map((step, index) => (
          <li key={step}>
            <Button
              variant="quiet"
              blocked={!isReachable(step, draft)}
              aria-current={step === draft.step ? 'step' : undefined}
              onClick={() => onStep(step)}
            >
              <span className="step-number place-items-center text-13">{index + 1}</span>
              <span className="step-name">{stepName(draft, step)}</span>
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
