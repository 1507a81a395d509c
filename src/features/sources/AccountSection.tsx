import type { ReactNode } from 'react'
import {
  type AccountContainer,
  type AccountFinding,
  CONTAINER_KINDS,
  CONTAINER_TEXTS,
  LEFT_OUT_TEXTS,
  type ListAccount,
} from '../../../contract/sources/account.ts'
import { columnLabel } from '../../../contract/sources/field-labels.ts'
import { TYRES } from '../../ui/nouns.ts'
import { countText, type NounForms } from '../../ui/plural.ts'
import { FindingList } from './FindingList.tsx'
import { fieldLabel } from './mapping/fields.ts'
import { formatCount } from './texts.ts'

const RECORDS: NounForms = ['запись', 'записи', 'записей']

interface AccountSectionProps {
  account: ListAccount
  renderRemedy?: ((finding: AccountFinding) => ReactNode) | undefined
}

/** Account of the reading of a price list: findings, then everything that was read, left out or altered. */
export function AccountSection({ account, renderRemedy }: AccountSectionProps) {
  const { findings, altered, evidence, columns, containers } = account
  const ignored = columns.filter(({ field }) => field === null)
  return (
    <section aria-label="Как прочитан файл">
      <h3>Как прочитан файл</h3>
      <FindingList findings={findings} renderRemedy={renderRemedy} />
      {findings.some(({ holds }) => holds) && (
        <p className="panel-words">
          Если так и должно быть, загрузите эти цены: об отмеченном больше не спросим. Иначе следующая
          загрузка остановится и подождёт вашего решения.
        </p>
      )}
      <p className="m-0 text-14 tabular-nums">{sumText(account)}</p>
      <dl className="account-facts grid gap-6 text-14">
        {CONTAINER_KINDS.map((kind) => {
          const all = containers.filter((one) => one.kind === kind)
          return all.length > 0 && <Containers key={kind} title={CONTAINER_TEXTS[kind][1]} all={all} />
        })}
        {altered.length > 0 && (
          <Fact title="Изменено">
            {altered.map(({ rule, count, example }) => (
              <li key={rule}>
                {rule}: {formatCount(count)}
                {example !== '' && (
                  <span className="finding-examples block text-13 text-muted tabular-nums">{example}</span>
                )}
              </li>
            ))}
          </Fact>
        )}
        {evidence.length > 0 && (
          <Fact title="Почему эти цены">
            {evidence.map(({ column, field, because }) => (
              <li key={`${column} ${field}`}>
                «{column}» — {field === '' ? 'не читается' : fieldLabel(field).toLowerCase()}
                {because !== '' && `: ${because}`}
              </li>
            ))}
          </Fact>
        )}
        {ignored.length > 0 && (
          <Fact title="Не читаются колонки">
            <li>{ignored.map(({ name }) => columnLabel(name)).join(', ')}</li>
          </Fact>
        )}
      </dl>
    </section>
  )
}

/** Returns the exact sum of the records; a short text if nothing was left out or ignored. */
function sumText({ records, tyres, left, containers, columns, findings }: ListAccount): string {
  const parts = left.filter(({ count }) => count > 0)
  const isWhole =
    parts.length + findings.length === 0 &&
    containers.every(({ isRead }) => isRead) &&
    columns.every(({ field }) => field !== null)
  if (isWhole) return `Всё прочитано: ${countText(records, RECORDS)}, ${countText(tyres, TYRES)}.`
  const sum = [
    `шин ${formatCount(tyres)}`,
    ...parts.map(({ kind, count }) => `${LEFT_OUT_TEXTS[kind]} ${formatCount(count)}`),
  ]
  return `Записей ${formatCount(records)} = ${sum.join(' + ')}`
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <ul>{children}</ul>
      </dd>
    </div>
  )
}

function Containers({ title, all }: { title: string; all: readonly AccountContainer[] }) {
  const named = ({ name, records }: AccountContainer) =>
    `«${name}»${records === null ? '' : `, ${countText(records, RECORDS)}`}`
  const read = all.filter(({ isRead }) => isRead)
  return (
    <Fact title={title}>
      <li>
        прочитано {read.length} из {all.length}: {read.map(named).join('; ')}
      </li>
      {all
        .filter(({ isRead }) => !isRead)
        .map((container) => (
          <li key={container.name}>
            не прочитано: {named(container)} ({container.why})
          </li>
        ))}
    </Fact>
  )
}
