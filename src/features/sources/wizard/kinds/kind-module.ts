import type { ComponentType, ReactNode, RefObject } from 'react'
import type { ListAccount } from '../../../../../contract/sources/account.ts'
import type { StoredFile } from '../../../../../contract/sources/guess.ts'
import type {
  MappingJson,
  Secrets,
  Source,
  SourceHistory,
  SourceInput,
} from '../../../../../contract/sources/source.ts'
import type { Fact } from '../../../../ui/Facts.tsx'
import type { UploadState } from '../../useUpload.ts'
import type { WizardDraft, WizardStep } from '../draft.ts'

export interface DraftProps {
  draft: WizardDraft
  change(part: Partial<WizardDraft>): void
}

export interface FirstStepProps extends DraftProps {
  /** whether the wizard creates a source; a stored one does not become a shop, nor a shop a price list */
  isNew: boolean
  /** whether all problems are displayed, because the person has tried to continue */
  checked: boolean
  upload: UploadState
  /** whether a file is being fetched or inspected */
  busy: boolean
  /** gets the focus when the kind replaces another one */
  field: RefObject<HTMLInputElement | null>
  /**
   * loads a file from the origin
   * @param trusted key of the SFTP server that the person has just accepted
   */
  onLoad(trusted?: string): void
  /** called with the address of a price list to read instead */
  onAddress(address: string): void
  /** called when the person continues without a file */
  onDone(): void
  /** problem of the file */
  children: ReactNode
}

export interface CheckStepProps extends DraftProps {
  /** the draft as sent to the server */
  input: SourceInput
  busy: boolean
  problem: string | null
  onDismiss(): void
  /** @param load whether to import the file's prices at once */
  onSave(load: boolean): void
  /** called with the control of another step that answers a finding */
  onAnswer(target: string, account: ListAccount): void
}

interface LoadRequest extends DraftProps {
  isNew: boolean
  /** secrets as typed, or the source whose stored ones are used */
  access: { secrets?: Secrets; source?: string }
  trusted: string | undefined
  signal: AbortSignal
}

/**
 * Kind of source on the page: its choice and steps in the wizard, and its words elsewhere. Everything that depends on the
 * kind is asked of it; nobody else compares kinds.
 */
export interface KindModule {
  /** name and description in the wizard; missing for a kind that the wizard does not create */
  choice?: readonly [name: string, words: string]
  title: string
  steps: readonly WizardStep[]
  /** name of the first step, if it chooses no file */
  firstStep?: string
  /** times of a new source */
  times: readonly string[]
  /** what the server does at these times; missing for a kind whose files are uploaded or delivered */
  verb?: 'Скачивать' | 'Читать'
  /** whether its prices come from pages, so that it has neither columns nor uploads */
  readsPages?: true
  /** whether its site and its share of rejected records are given by its pages */
  isTracked?: true
  /** first step of the wizard; missing for a kind without one */
  First?: ComponentType<FirstStepProps>
  /** id of the first step's form that the button below it submits; without it the button just continues */
  form?: string
  /** note above the columns, and one above the trial */
  ColumnsNote?: ComponentType<DraftProps>
  CheckNote?: ComponentType<DraftProps>
  /** last step, if it is not the trial of a file */
  Check?: ComponentType<CheckStepProps>
  /** Loads a file from the origin. It changes the draft unless the signal is aborted. */
  load?(request: LoadRequest): Promise<StoredFile>
  /** Returns the address of a stored source as a person types it, if that differs. */
  typedAddress?(address: string): string
  /** Returns whether the first step has no problems. */
  isComplete?(draft: WizardDraft): boolean
  /** Returns the secrets to send; undefined to leave the stored ones unchanged. Missing for a kind without any. */
  secrets?(draft: WizardDraft): Secrets | undefined
  /** Returns the fixed mapping of a kind whose columns nobody maps. */
  mapping?(draft: WizardDraft): MappingJson
  /** Returns the address and the kind's own settings as sent to the server. */
  input?(draft: WizardDraft): Pick<SourceInput, 'address'> & Partial<SourceInput>
  /** note beside the name of its sources */
  note?: string
  /** Returns where the prices of a source come from. */
  origin(source: Source): ReactNode
  /** Returns the kind's own settings and figures. */
  facts?(history: SourceHistory): Fact[]
  /** what the removal of a source removes */
  removed: string
}

const COMPLETE_STEPS: readonly WizardStep[] = ['file', 'columns', 'settings', 'check']

/** Words and steps of kinds whose prices come from files. */
export const OF_FILES = {
  title: 'Мастер прайс-листа',
  steps: COMPLETE_STEPS,
  removed: 'настройка, ключ и журнал загрузок будут удалены.',
} as const
