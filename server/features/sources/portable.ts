import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type KindSettings, kindSettingsOf, SourceInput } from '../../../contract/sources/source.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import type { AllowedHosts } from '../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../auth/secret-box.ts'
import { checkInput } from './check-input.ts'
import type { Source } from './source.ts'
import { createSource, listSources, updateSource } from './store.ts'

const closed = { additionalProperties: false }

/** Source as exported to another server, without its secrets. */
const { secrets: _, ...INPUT } = SourceInput.properties
const PortableSource = Type.Object(
  {
    ...INPUT,
    /** names of the secrets that must be entered again */
    secret_names: Type.Array(Type.String()),
  },
  closed,
)

const PortableSet = Type.Object({ version: Type.Literal(1), sources: Type.Array(PortableSource) }, closed)
type PortableSet = Static<typeof PortableSet>

const checker = Compile(PortableSet)

/**
 * Exports sources.
 * @param only ids of the sources; undefined for all
 */
export async function exportSources(db: Db, only?: readonly string[]): Promise<PortableSet> {
  const sources = (await listSources(db)).filter(({ id }) => !only || only.includes(id))
  return {
    version: 1,
    sources: sources.map((source) => ({
      site: source.site,
      title: source.title,
      enabled: source.enabled,
      kind: source.kind,
      address: source.address,
      ...(source.hostKey !== '' && { host_key: source.hostKey }),
      mapping: source.mapping,
      times: [...source.times],
      zone: source.zone,
      expected_by: source.expectedBy,
      max_bad: source.maxBad,
      ...ownSettings(source),
      secret_names: [...source.secretNames],
    })),
  }
}

const ownSettings = (source: Source): Partial<KindSettings> =>
  Object.fromEntries(Object.entries(kindSettingsOf(source)).filter(([, settings]) => settings !== null))

/** Result of one source of an imported set. */
export interface ImportedSource {
  title: string
  site: string
  isNew: boolean
  /** secrets that must be entered again */
  missing: string[]
}

/**
 * Imports a set of sources in one transaction. A source for a site that already has one changes that source.
 * @throws Refusal
 */
export async function importSources(
  db: Db,
  box: SecretBox,
  allowedHosts: AllowedHosts,
  set: unknown,
): Promise<ImportedSource[]> {
  if (!checker.Check(set)) {
    const [error] = checker.Errors(set)
    throw new Refusal(400, `Это не набор источников: ${error?.instancePath || '/'} ${error?.message ?? ''}`)
  }
  const known = new Map((await listSources(db)).map((source) => [source.site, source]))
  return db.transaction(async (sql) => {
    const imported: ImportedSource[] = []
    for (const { secret_names: names, ...input } of set.sources) {
      const { settings, secrets } = checkInput(input, allowedHosts)
      const before = known.get(settings.site)
      if (before) await updateSource(sql, box, before.id, settings, secrets)
      else await createSource(sql, box, settings, secrets)
      const done = before ? 'изменён' : 'добавлен'
      await audit(
        sql,
        'source changed',
        null,
        `${settings.title} (${settings.site}): ${done}, npm run sources`,
      )
      const missing = names.filter((name) => !before?.secretNames.includes(name))
      imported.push({ title: settings.title, site: settings.site, isNew: !before, missing })
    }
    return imported
  })
}
