import { isoToday } from '../../../../contract/lib/dates.ts'
import type { AccountContainer } from '../../../../contract/sources/account.ts'
import type { Guess, StoredFile } from '../../../../contract/sources/guess.ts'
import type { Letter } from '../../../../contract/sources/mail.ts'
import type { MappingJson, Secrets, Source } from '../../../../contract/sources/source.ts'
import { ownZone } from '../texts.ts'
import { apiDraftOf, type ServerKey } from './address/api-draft.ts'
import { mailDraftOf } from './mail/mail-draft.ts'
import { shopDraftOf } from './shop/shop-draft.ts'

export type WizardStep = 'file' | 'columns' | 'settings' | 'check'

/** Secrets for the address: `keep` leaves the stored ones unchanged, `set` replaces them, `none` removes them. */
export interface SecretsDraft extends Secrets {
  mode: 'keep' | 'set' | 'none'
}

/** Source that is being created or edited in the wizard. */
export interface WizardDraft extends ReturnType<typeof kindDrafts> {
  /** id of the edited source, or of a new one once it is saved; null before that */
  id: string | null
  step: WizardStep
  /** whether there is unsaved input */
  changed: boolean
  kind: Source['kind']
  /** that of a mailbox as a person types it: the name of its server */
  address: string
  /** key of the SFTP server that the source trusts or that the last fetch showed */
  hostKey: ServerKey | null
  /** key that the server showed instead of the trusted one */
  refusedKey: ServerKey | null
  secretNames: readonly string[]
  secrets: SecretsDraft
  /** file to inspect, as stored by the server */
  file: StoredFile | null
  guess: Guess | null
  /** id of the stored file from which the mapping was guessed; another file may have other columns */
  guessed: string | null
  mapping: MappingJson
  /** containers of the file that the last trial found, to choose from */
  containers: readonly AccountContainer[]
  /** mail from which the file comes */
  letter: Letter | null
  site: string
  title: string
  times: readonly string[]
  zone: string
  expectedBy: string
  /** maximum share of rejected records in percent, as typed */
  maxBad: string
  enabled: boolean
  day: string
}

/** Times of a new source of a price list. */
export const USUAL_TIMES: readonly string[] = ['07:00']

export const NO_SECRETS: SecretsDraft = { mode: 'none', headers: [], basic: null }

/** Returns the parts of a draft that single kinds have, of a stored source or of a new one. */
export const kindDrafts = (source: Source | null) => ({
  api: apiDraftOf(source),
  shop: shopDraftOf(source),
  mail: mailDraftOf(source),
})

export const newDraft = (): WizardDraft => ({
  id: null,
  step: 'file',
  changed: false,
  kind: 'upload',
  address: '',
  hostKey: null,
  refusedKey: null,
  secretNames: [],
  secrets: NO_SECRETS,
  file: null,
  guess: null,
  guessed: null,
  mapping: {},
  containers: [],
  ...kindDrafts(null),
  letter: null,
  site: '',
  title: '',
  times: USUAL_TIMES,
  zone: ownZone(),
  expectedBy: '',
  maxBad: '20',
  enabled: true,
  day: isoToday(),
})

/** Parses a percent from 0 to 100; null if it is invalid. */
export function percentOf(text: string): number | null {
  const percent = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && percent >= 0 && percent <= 100 ? percent : null
}
