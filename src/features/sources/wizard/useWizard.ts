import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { ROUTES } from '../../../../contract/routes.ts'
import type { AccountFinding, ListAccount } from '../../../../contract/sources/account.ts'
import type { StoredFile } from '../../../../contract/sources/guess.ts'
import type { Source } from '../../../../contract/sources/source.ts'
import { SOURCE_CALLS } from '../../../../contract/sources/source-calls.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { useLeaveQuestion } from '../../../ui/confirm-before-leaving.ts'
import { everySource, heldFileQuery, sampleQuery, trialQuery } from '../source-queries.ts'
import { isOfSetup, NEW_SITE, remedyIn, type SavedState, sourcePath } from '../source-routes.ts'
import { newDraft, type WizardDraft, type WizardStep } from './draft.ts'
import { draftOf, inputOf, isReachable } from './draft-rules.ts'
import { KINDS } from './kinds/kind-modules.tsx'
import { remedyTarget } from './remedy-target.ts'
import { settingProblems } from './SettingsStep.tsx'
import { useDraftFile } from './useDraftFile.ts'

export interface WizardOptions {
  /** file that was dropped on the list of sources, or shared with the app, for a new source */
  brought: File | StoredFile | null
  onTaken(): void
}

/** Returns what is imported: the inspected file, or all pages of an API if the file has only the first ones. */
const importOf = ({ file, first_pages: isCut }: StoredFile, day: string) => (isCut ? { day } : { file, day })

/**
 * Returns the state and the actions of the wizard.
 * @param source source to change; null to create one
 * @param heading element that gets the focus with each step
 */
export function useWizard(
  source: Source | null,
  { brought, onTaken }: WizardOptions,
  heading: RefObject<HTMLElement | null>,
) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const setup = isOfSetup(useLocation().state)
  const site = useSearchParams()[0].get(NEW_SITE) ?? ''
  // A site in the address begins a draft of its own: a draft of another site may still be unsaved.
  const { draft, change, adjust, forget } = useDraft(source?.id ?? `new ${site}`.trim(), () =>
    source ? draftOf(source) : { ...newDraft(), site },
  )
  const [submitted, setSubmitted] = useState<WizardStep | null>(null)
  const { step } = draft
  const home = source ? sourcePath(source.id) : ROUTES.sources

  // Control of the columns step that answers a finding of the trial.
  const [target, setTarget] = useState<string | null>(null)
  const goTo = (to: WizardStep, control: string | null = null) => {
    setTarget(control)
    change({ step: to, changed: draft.changed })
    heading.current?.focus()
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }

  const { inspection, upload, takeStored, openStored, load, guessAgain } = useDraftFile({
    draft,
    isNew: source === null,
    change,
    adjust,
    onStep: () => heading.current?.focus(),
  })

  const finding = useRemedy({ draft, adjust, openStored, onTarget: setTarget })

  const { take } = upload
  // biome-ignore lint/correctness/useExhaustiveDependencies: takeStored changes with each draft
  useEffect(() => {
    if (brought === null) return
    if (brought instanceof File) take(brought)
    else takeStored(brought)
    onTaken()
  }, [brought, take, onTaken])

  const { run, ...saving } = useAction()
  /** @param withPrices whether to import the draft's file, or to read the shop, as well */
  const save = (withPrices: boolean) =>
    void run(async () => {
      const input = inputOf(draft)
      const { id } = await (draft.id === null
        ? call(SOURCE_CALLS.create, input)
        : call(SOURCE_CALLS.change, { id: draft.id, ...input }))
      // The source is saved now: if starting the import fails, saving again must change this source instead of creating
      // a second one.
      change({ id })
      const given = KINDS[draft.kind].readsPages ? {} : draft.file && importOf(draft.file, draft.day)
      const started = withPrices && given ? (await call(SOURCE_CALLS.run, { id, ...given })).run : null
      forget()
      void queries.invalidateQueries(everySource)
      // Not after a logout: the router is unmounted then, but would still change the URL below the login screen.
      if (heading.current)
        void navigate(sourcePath(id), { state: { run: started, setup } satisfies SavedState })
    })

  // Reads the result of the same query in the columns step: if the file cannot be read, the next steps are blocked.
  const { data: sample } = useQuery({
    ...sampleQuery(draft.file?.file ?? '', draft.mapping),
    enabled: false,
  })
  const { steps } = KINDS[draft.kind]
  const next = steps[steps.indexOf(step) + 1]

  return {
    draft,
    change,
    /** finding with which the wizard was opened */
    finding,
    /** page to which the wizard returns */
    home,
    discard: () => {
      forget()
      void navigate(home)
    },
    inspection,
    upload,
    load,
    guessAgain,
    /** whether the step's form was submitted, so that its problems are displayed */
    checked: submitted === step,
    saving,
    save,
    /** whether the sample says that the file cannot be read with this mapping */
    isUnread:
      step === 'columns' && sample !== undefined && (sample.error !== null || sample.mistakes.length > 0),
    goTo,
    target,
    /** opens the control that answers a finding of the trial */
    answer: (control: string, { containers }: ListAccount) => {
      change({ containers, changed: draft.changed })
      goTo('columns', control)
    },
    onTarget: () => setTarget(null),
    goBack: () => goTo(steps[steps.indexOf(step) - 1] ?? 'file'),
    /** continues with the next step, or saves on a draft's only step */
    goOn: () => {
      setSubmitted(step)
      if (next === undefined && Object.keys(settingProblems(draft)).length === 0) save(false)
      if (next && isReachable(next, draft)) goTo(next)
    },
  }
}

/**
 * Returns the wizard's draft. A changed draft is stored in this user's query cache and survives while the user looks at
 * another page.
 * @param name id of the source, or 'new', with the site if the address has one
 */
function useDraft(name: string, begin: () => WizardDraft) {
  const queries = useQueryClient()
  const key = ['source-draft', name]
  const [draft, setDraft] = useState<WizardDraft>(() => queries.getQueryData<WizardDraft>(key) ?? begin())
  const { changed } = draft

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is this name's
  useEffect(() => {
    queries.setQueryDefaults(['source-draft'], { gcTime: Number.POSITIVE_INFINITY })
    if (changed) queries.setQueryData(key, draft)
  }, [draft, changed, queries, name])

  useLeaveQuestion(changed)

  const change = useCallback(
    (part: Partial<WizardDraft>) => setDraft((before) => ({ ...before, changed: true, ...part })),
    [],
  )
  const adjust = useCallback(
    (part: Partial<WizardDraft>) => setDraft((before) => ({ ...before, ...part })),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is this name's
  const forget = useCallback(() => {
    setDraft((before) => ({ ...before, changed: false }))
    queries.removeQueries({ queryKey: key, exact: true })
  }, [queries, name])

  return { draft, change, adjust, forget }
}

interface RemedyOptions {
  draft: WizardDraft
  /** changes the draft without counting as a person's input */
  adjust(part: Partial<WizardDraft>): void
  /** inspects a file that the server has, for the prices of a day */
  openStored(load: () => Promise<StoredFile>, day: string): void
  /** called with the control that answers the finding */
  onTarget(target: string): void
}

/**
 * Opens the columns of the finding with which the wizard was opened (specification 12.14), with the file of its run if
 * that is held, and looks for the control that answers it once there is a file.
 * @returns the finding; null if the wizard was opened otherwise
 */
function useRemedy({ draft, adjust, openStored, onTarget }: RemedyOptions): AccountFinding | null {
  const queries = useQueryClient()
  const remedy = remedyIn(useLocation().state)
  const { file } = draft
  const answered = useRef<AccountFinding | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions change with each draft
  useEffect(() => {
    if (!remedy) return
    const { held } = remedy
    // The file of an unfinished draft is not the one that the finding is about.
    adjust({ step: 'columns', ...(held && { file: null }) })
    if (held) openStored(() => queries.fetchQuery(heldFileQuery(held.id)), held.day)
  }, [remedy])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is tried once, as the draft then is
  useEffect(() => {
    if (!remedy || !file || answered.current === remedy.finding) return
    const { finding } = remedy
    const { mapping, site, max_bad } = inputOf(draft)
    let isCurrent = true
    const find = async () => {
      const { account } = await queries.fetchQuery(
        trialQuery(file.file, { mapping, site, day: draft.day, max_bad }),
      )
      if (!isCurrent || !account) return
      answered.current = finding
      adjust({ containers: account.containers })
      const target = remedyTarget(finding, account)
      if (target !== null) onTarget(target)
    }
    // Without the account the person looks for the control; the last step displays why the trial fails.
    find().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [remedy, file])

  return remedy?.finding ?? null
}
