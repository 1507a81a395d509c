import { hostName } from '../../../../contract/lib/host-name.ts'
import type { Source, SourceInput } from '../../../../contract/sources/source.ts'
import { serverKeyOf } from './address/api-draft.ts'
import { kindDrafts, NO_SECRETS, newDraft, percentOf, type WizardDraft, type WizardStep } from './draft.ts'
import { KINDS } from './kinds/kind-modules.tsx'
import { settingProblems } from './SettingsStep.tsx'

const STEP_NAMES: Readonly<Record<WizardStep, string>> = {
  file: 'Файл',
  columns: 'Колонки',
  settings: 'Источник',
  check: 'Проверка',
}

/** Returns the name of a draft's step. */
export const stepName = ({ kind }: Pick<WizardDraft, 'kind'>, step: WizardStep): string =>
  (step === 'file' && KINDS[kind].firstStep) || STEP_NAMES[step]

/** Returns the draft of a stored source, at the columns if it has any. */
export function draftOf(source: Source): WizardDraft {
  const { steps, typedAddress } = KINDS[source.kind]
  return {
    ...newDraft(),
    id: source.id,
    step: steps.includes('columns') ? 'columns' : (steps[0] ?? 'settings'),
    kind: source.kind,
    address: typedAddress?.(source.address) ?? source.address,
    hostKey: serverKeyOf(source.address, source.host_key),
    secretNames: source.secret_names,
    secrets: { ...NO_SECRETS, mode: source.secret_names.length > 0 ? 'keep' : 'none' },
    mapping: source.mapping,
    ...kindDrafts(source),
    site: source.site,
    title: source.title,
    times: source.times,
    zone: source.zone,
    expectedBy: source.expected_by,
    maxBad: String(source.max_bad),
    enabled: source.enabled,
  }
}

/** Returns the change to another kind; times that nobody has changed become the usual ones of that kind. */
export function kindChange({ kind: former, times }: WizardDraft, kind: Source['kind']): Partial<WizardDraft> {
  const areUsual = times.join() === KINDS[former].times.join()
  return { kind, ...(areUsual ? { times: KINDS[kind].times } : {}) }
}

const mappingOf = (draft: WizardDraft) => KINDS[draft.kind].mapping?.(draft) ?? draft.mapping

export const hasMapping = (draft: WizardDraft): boolean => Object.keys(mappingOf(draft)).length > 0

/** Returns whether the draft is complete enough to display a step. */
export function isReachable(step: WizardStep, draft: WizardDraft): boolean {
  if (step === 'file') return true
  if (!hasMapping(draft) || KINDS[draft.kind].isComplete?.(draft) === false) return false
  return step !== 'check' || Object.keys(settingProblems(draft)).length === 0
}

/** Returns the source as sent to the server. The draft must have no problems. */
export function inputOf(draft: WizardDraft): SourceInput {
  const { id, kind, secretNames, site, title, times, zone, expectedBy, enabled } = draft
  const { verb, secrets, input } = KINDS[kind]
  const set = secrets?.(draft)
  const isRemoved = secretNames.length > 0 && (!secrets || (draft.secrets.mode === 'none' && id !== null))
  return {
    site: hostName(site),
    title: title.trim(),
    enabled,
    kind,
    address: '',
    mapping: mappingOf(draft),
    ...input?.(draft),
    times: verb ? [...new Set(times)].sort() : [],
    zone,
    expected_by: expectedBy,
    max_bad: percentOf(draft.maxBad) ?? 0,
    ...(set ? { secrets: set } : isRemoved ? { secrets: null } : {}),
  }
}
