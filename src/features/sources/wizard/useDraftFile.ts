import { useQueryClient } from '@tanstack/react-query'
import type { StoredFile } from '../../../../contract/sources/guess.ts'
import { useAction } from '../../../data/useAction.ts'
import { textAt } from '../mapping/column-use.ts'
import { guessFile, type RecordHints, sampleQuery } from '../source-queries.ts'
import { formatLabel } from '../texts.ts'
import { useUpload } from '../useUpload.ts'
import type { WizardDraft } from './draft.ts'
import { hasMapping, kindChange } from './draft-rules.ts'
import { KINDS } from './kinds/kind-modules.tsx'

interface DraftFileOptions {
  draft: WizardDraft
  /** whether the wizard creates a source */
  isNew: boolean
  change(part: Partial<WizardDraft>): void
  /** changes the draft without counting as a person's input */
  adjust(part: Partial<WizardDraft>): void
  /** called when the control that chose the file may be unmounted with its step; moves the focus */
  onStep(): void
}

/**
 * Returns the actions that give the draft a file, uploaded or fetched by the server, and inspect it. `inspection` has
 * the reason if a file cannot be fetched or read, as text for the user.
 */
export function useDraftFile({ draft, isNew, change, adjust, onStep }: DraftFileOptions) {
  const queries = useQueryClient()
  const { busy, problem, dismiss, run } = useAction({ latest: true })
  const isFirstStep = draft.step === 'file'
  // A file that was dropped on the list of sources replaces the unfinished draft of a shop.
  const kind = KINDS[draft.kind]
  const ofFile = kind.readsPages ? kindChange(draft, 'upload') : {}

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

  const guessMapping = async (file: StoredFile, hints: RecordHints, signal: AbortSignal) => {
    const guess = await guessFile(file.file, hints, signal)
    change({ file, guess, guessed: file.file, mapping: guess.mapping, step: 'columns', ...ofFile })
    onStep()
  }

  const applyMapping = async (file: StoredFile, signal: AbortSignal) => {
    const other = await otherFormat(file, signal)
    if (signal.aborted) return
    if (other !== null) throw new Error(other)
    change({ file, step: 'columns', ...ofFile })
    if (isFirstStep) onStep()
  }

  /** Inspects a file: guesses its mapping if `anew`, or applies the draft's mapping. */
  const inspect = (file: StoredFile, anew: boolean, signal: AbortSignal) =>
    anew ? guessMapping(file, {}, signal) : applyMapping(file, signal)

  /**
   * Takes a file that the server has. On the first step, another file restarts the set-up of a new source; the mapping of a saved source
   * is retained.
   */
  const takeStored = (file: StoredFile) => {
    change({ letter: null, containers: [] })
    void run((signal) => inspect(file, !hasMapping(draft) || (isNew && isFirstStep), signal))
  }
  /** Takes the file of a held run, which is read with the draft's mapping for the day of its prices. */
  const openStored = (load: () => Promise<StoredFile>, day: string) =>
    void run(async (signal) => {
      const file = await load()
      const other = await otherFormat(file, signal)
      if (signal.aborted) return
      if (other !== null) throw new Error(other)
      adjust({ file, day, letter: null, containers: [] })
    })
  const upload = useUpload(takeStored)
  /** @param trusted key of the SFTP server that the person has just accepted */
  const load = (trusted?: string) =>
    void run(async (signal) => {
      const secrets = kind.secrets?.(draft)
      const stored = draft.secrets.mode === 'keep' && draft.id !== null ? { source: draft.id } : {}
      const access = secrets ? { secrets } : stored
      const file = await kind.load?.({ draft, isNew, access, change, trusted, signal })
      if (file) await inspect(file, !hasMapping(draft) || isNew, signal)
    })
  const guessAgain = (hints: RecordHints) =>
    void run(async (signal) => {
      if (draft.file) await guessMapping(draft.file, hints, signal)
    })

  const inspection = { busy, problem, onDismiss: dismiss }
  return { inspection, upload, takeStored, openStored, load, guessAgain }
}
