import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { hostName } from '../../../../contract/lib/host-name.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import type { StoredFile } from '../../../../contract/sources/guess.ts'
import type { Source } from '../../../../contract/sources/source.ts'
import { useAction } from '../../../data/useAction.ts'
import { UNSENT } from '../../../pwa/unsent-input.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { textAt } from '../mapping/json-parts.ts'
import {
  everySource,
  fetchFromAddress,
  guessFile,
  type RecordHints,
  runSource,
  sampleQuery,
  saveSource,
  sourceQuery,
} from '../source-calls.ts'
import { type SavedState, sourcePath } from '../source-routes.ts'
import { formatLabel } from '../texts.ts'
import { useUpload } from '../useUpload.ts'
import { CheckStep } from './CheckStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import {
  draftOf,
  inputOf,
  newDraft,
  STEPS,
  secretsOf,
  settingProblems,
  type WizardDraft,
  type WizardStep,
} from './draft.ts'
import { FileStep } from './FileStep.tsx'
import { SETTINGS_FORM, SettingsStep } from './SettingsStep.tsx'
import './wizard.css'
import { useDraft } from './useDraft.ts'

interface SourceWizardProps {
  /** file that was dropped on the list of sources for a new source */
  brought: File | null
  onTaken(): void
}

/** Wizard that creates or changes a source (specification 12.6 and 12.7). */
export function SourceWizard(props: SourceWizardProps) {
  const { id } = useParams()
  return id === undefined ? <Wizard source={null} {...props} /> : <Edited key={id} id={id} {...props} />
}

function Edited({ id, ...props }: SourceWizardProps & { id: string }) {
  const { data, error, refetch } = useQuery(sourceQuery(id))
  if (data) return <Wizard source={data.source} {...props} />
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="wizard-heading">
      <h1 id="wizard-heading">Мастер прайс-листа</h1>
      {error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <Loading />}
    </section>
  )
}

const STEP_WORDS: Readonly<Record<WizardStep, string>> = {
  file: 'Файл',
  columns: 'Колонки',
  settings: 'Источник',
  check: 'Проверка',
}

/** Returns whether the draft is complete enough to display a step. */
function isReachable(step: WizardStep, draft: WizardDraft): boolean {
  if (step === 'file') return true
  if (Object.keys(draft.mapping).length === 0) return false
  return step !== 'check' || Object.keys(settingProblems(draft)).length === 0
}

function Wizard({ source, brought, onTaken }: SourceWizardProps & { source: Source | null }) {
  useDocumentTitle('Мастер прайс-листа')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { draft, change, forget } = useDraft(source?.id ?? 'new', () =>
    source ? draftOf(source) : newDraft(),
  )
  const look = useAction({ latest: true })
  const [checked, setChecked] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { step } = draft

  const goTo = (to: WizardStep) => {
    change({ step: to, changed: draft.changed })
    heading.current?.focus()
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }

  /**
   * Returns the reason why the file cannot be read, if its format differs from the mapping's; null if the formats are
   * equal or the file can be read.
   */
  const otherFormat = async (file: StoredFile, signal: AbortSignal): Promise<string | null> => {
    const own = textAt(draft.mapping, 'format') || draft.guess?.format
    const { error } = await queries.fetchQuery(sampleQuery(file.file, draft.mapping))
    if (error === null || own === undefined) return null
    const { format } = await guessFile(file.file, {}, signal)
    return format === own || format === ''
      ? null
      : `Это ${formatLabel(format)}, а источник настроен на ${formatLabel(own)}. Выберите файл того же вида или добавьте для него другой источник.`
  }

  /** Inspects a file: guesses its mapping if `anew`, or applies the draft's mapping. */
  const lookAt = async (file: StoredFile, anew: boolean, hints: RecordHints, signal: AbortSignal) => {
    if (!anew) {
      const other = await otherFormat(file, signal)
      if (signal.aborted) return
      if (other !== null) throw new Error(other)
      change({ file, step: 'columns' })
      // The control that chose the file is unmounted with its step; the focus moves to the heading.
      if (step === 'file') heading.current?.focus()
      return
    }
    const guess = await guessFile(file.file, hints, signal)
    change({ file, guess, guessed: file.file, mapping: guess.mapping, step: 'columns' })
    heading.current?.focus()
  }
  const hasMapping = Object.keys(draft.mapping).length > 0
  /**
   * Uploads a file. On the first step, another file restarts the set-up of a new source; the mapping of a saved source
   * is retained.
   */
  const upload = useUpload(
    (file) =>
      void look.run((signal) =>
        lookAt(file, !hasMapping || (source === null && step === 'file'), {}, signal),
      ),
  )
  const fetchFile = () =>
    void look.run(async (signal) => {
      const secrets = secretsOf(draft)
      const stored = draft.secrets.mode === 'keep' && draft.id !== null ? { source: draft.id } : {}
      const address = draft.address.trim()
      const file = await fetchFromAddress({ address, ...(secrets ? { secrets } : stored) })
      if (signal.aborted) return
      if (draft.site === '') change({ site: hostName(address) })
      await lookAt(file, !hasMapping || source === null, {}, signal)
    })

  const { take } = upload
  useEffect(() => {
    if (brought === null) return
    take(brought)
    onTaken()
  }, [brought, take, onTaken])

  const save = useAction()
  const saveDraft = async (load: boolean) => {
    const id = await saveSource(draft.id, inputOf(draft))
    // The source is saved now: if starting the import fails, saving again must change this source instead of creating a
    // second one.
    change({ id })
    const run = load && draft.file ? await runSource(id, { file: draft.file.file, day: draft.day }) : null
    forget()
    void queries.invalidateQueries(everySource)
    // Not after a logout: the router is unmounted then, but would still change the URL below the login screen.
    if (heading.current) void navigate(sourcePath(id), { state: { run } satisfies SavedState })
  }

  // Reads the result of the same query in the columns step: if the file cannot be read, the next steps are blocked.
  const { data: sample } = useQuery({
    ...sampleQuery(draft.file?.file ?? '', draft.mapping),
    enabled: false,
  })
  const unread = step === 'columns' && (sample?.error ?? null) !== null
  const next = STEPS[STEPS.indexOf(step) + 1]
  const goOn = () => {
    if (step === 'settings') setChecked(true)
    if (next && isReachable(next, draft)) goTo(next)
  }
  const shared = { draft, change }
  const looking = { busy: look.busy, problem: look.problem, onDismiss: look.dismiss }
  return (
    <section
      className="cabinet-page cabinet-page-wide"
      aria-labelledby="wizard-heading"
      {...(draft.changed ? UNSENT : {})}
    >
      <Link to={source ? sourcePath(source.id) : ROUTES.sources} className="to-sources">
        <CabinetIcon name="back" />
        {source ? source.title || source.site : 'Все источники'}
      </Link>
      <header className="sources-head">
        {/* Rendered only if needed: a screen reader would read a hidden part with a space before its comma. */}
        <h1
          id="wizard-heading"
          ref={heading}
          tabIndex={-1}
          aria-label={`Мастер прайс-листа, шаг ${STEPS.indexOf(step) + 1}: ${STEP_WORDS[step]}`}
        >
          Мастер прайс-листа
        </h1>
        <span className="source-site">{source ? source.title || source.site : 'новый источник'}</span>
        {draft.changed && (
          <Button
            variant="quiet"
            onClick={() => {
              forget()
              void navigate(source ? sourcePath(source.id) : ROUTES.sources)
            }}
          >
            Отменить изменения
          </Button>
        )}
      </header>
      <nav className="steps-nav" aria-label="Шаги">
        <ol className="steps">
          {STEPS.map((one, index) => (
            <li key={one}>
              <Button
                variant="quiet"
                blocked={!isReachable(one, draft)}
                aria-current={one === step ? 'step' : undefined}
                onClick={() => goTo(one)}
              >
                <span className="step-number">{index + 1}</span>
                <span className="step-name">{STEP_WORDS[one]}</span>
              </Button>
            </li>
          ))}
        </ol>
      </nav>
      <div className="panel wizard-step">
        {step === 'file' && <FileStep {...shared} {...looking} upload={upload} onFetch={fetchFile} />}
        {step === 'columns' && (
          <ColumnsStep
            {...shared}
            {...looking}
            upload={upload}
            onGuess={(hints) =>
              void look.run(async (signal) => {
                if (draft.file) await lookAt(draft.file, true, hints, signal)
              })
            }
          />
        )}
        {step === 'settings' && <SettingsStep {...shared} checked={checked} onDone={goOn} />}
        {step === 'check' && (
          <CheckStep
            {...shared}
            busy={save.busy}
            problem={save.problem}
            onDismiss={save.dismiss}
            onSave={(load) => void save.run(() => saveDraft(load))}
          />
        )}
      </div>
      {(step !== 'file' || hasMapping) && (
        <div className="panel-actions wizard-actions">
          {step !== 'file' && (
            <Button onClick={() => goTo(STEPS[STEPS.indexOf(step) - 1] ?? 'file')}>Назад</Button>
          )}
          {step !== 'check' && (
            // A new element for each step: if the button were reused, the click that opens the settings would also
            // submit them.
            <Button
              key={step}
              variant="primary"
              blocked={unread}
              {...(step === 'settings' ? { type: 'submit', form: SETTINGS_FORM } : { onClick: goOn })}
            >
              Далее
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
