import { useQueryClient } from '@tanstack/react-query'
import { hostName } from '../../../../contract/lib/host-name.ts'
import type { StoredFile } from '../../../../contract/sources/guess.ts'
import { useAction } from '../../../data/useAction.ts'
import { textAt } from '../mapping/json-parts.ts'
import { fetchFromAddress, findInMailbox, guessFile, type RecordHints, sampleQuery } from '../source-calls.ts'
import { formatLabel } from '../texts.ts'
import { useUpload } from '../useUpload.ts'
import { addressOf, hasMapping, kindChange, requestsOf, secretsOf, type WizardDraft } from './draft.ts'
import { mailSettingsOf, proofServerOf, siteOfLetter } from './mail/mail-draft.ts'
import { isOnFileServer, refusedKeyIn, serverKeyOf, trustedKeyOf } from './server-key.ts'

/** Returns the site that an address suggests; a file server often has a name of its own within it. */
const siteOf = (address: string): string =>
  isOnFileServer({ address }) ? hostName(address).replace(/^s?ftp\./, '') : hostName(address)

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
  const ofFile = draft.kind === 'shop' ? kindChange(draft, 'upload') : {}

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
  /** Returns the secrets as typed, or the source whose stored ones are used. */
  const access = () => {
    const secrets = secretsOf(draft)
    if (secrets) return { secrets }
    return draft.secrets.mode === 'keep' && draft.id !== null ? { source: draft.id } : {}
  }
  /** Looks for a price list in the mailbox. A sender who is proved has to be so from then on. */
  const findLetter = () =>
    void run(async (signal) => {
      const asked = { address: addressOf(draft), mail: mailSettingsOf(draft.mail), ...access() }
      const { letter, ...file } = await findInMailbox(asked)
      if (signal.aborted) return
      const proof = draft.mail.proof || (isNew ? proofServerOf(letter) : '')
      change({
        letter,
        containers: [],
        mail: { ...draft.mail, proof },
        site: draft.site || siteOfLetter(letter),
      })
      await inspect(file, !hasMapping(draft) || isNew, signal)
    })
  /** @param trusted key of the SFTP server that the person has just accepted */
  const fetchFile = (trusted?: string) =>
    void run(async (signal) => {
      const address = draft.address.trim()
      const hostKey = trusted ?? trustedKeyOf(draft)
      const api = requestsOf(draft)
      const request = { address, ...(api && { api }), ...(hostKey && { host_key: hostKey }), ...access() }
      const file = await fetchFromAddress(request).catch((error) => {
        const refused = refusedKeyIn(error)
        if (refused !== null && !signal.aborted) change({ refusedKey: serverKeyOf(address, refused) })
        throw error
      })
      if (signal.aborted) return
      change({ hostKey: serverKeyOf(address, file.host_key), refusedKey: null, containers: [] })
      if (draft.site === '') change({ site: siteOf(address) })
      await inspect(file, !hasMapping(draft) || isNew, signal)
    })
  /** Guesses the mapping of the draft's file again. */
  const guessAgain = (hints: RecordHints) =>
    void run(async (signal) => {
      if (draft.file) await guessMapping(draft.file, hints, signal)
    })

  const inspection = { busy, problem, onDismiss: dismiss }
  return { inspection, upload, takeStored, openStored, fetchFile, findLetter, guessAgain }
}
