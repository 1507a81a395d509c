import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSize } from '../../../contract/lib/format-size.ts'
import type { FeedFetch, Outlet } from '../../../contract/outlets/outlet.ts'
import { OUTLET_CALLS } from '../../../contract/outlets/outlet-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { AskDialog } from '../cabinet/AskDialog.tsx'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { CopyButton } from '../cabinet/CopyButton.tsx'
import { DataTable } from '../cabinet/DataTable.tsx'
import { useLaterFocus } from '../cabinet/useLaterFocus.ts'
import { everyOutlet } from './outlet-queries.ts'

/** Section for the secret address at which a shop fetches the file. A new address is displayed only once. */
export function AddressSection({ outlet: { id, own, owner, has_address: hasAddress } }: { outlet: Outlet }) {
  const queries = useQueryClient()
  const [address, setAddress] = useState<string | null>(null)
  const [asked, setAsked] = useState<'replace' | 'revoke' | null>(null)
  // The button that was pressed is replaced by others.
  const [heading, focusHeading] = useLaterFocus<HTMLHeadingElement>()
  const first = useAction()
  const make = async () => {
    const { path } = await call(OUTLET_CALLS.createAddress, { id })
    setAddress(`${window.location.origin}${path}`)
    await queries.invalidateQueries(everyOutlet)
    focusHeading()
  }
  const revoke = async () => {
    await call(OUTLET_CALLS.removeAddress, { id })
    setAddress(null)
    await queries.invalidateQueries(everyOutlet)
    focusHeading()
  }
  return (
    <section className="panel" aria-labelledby="address-heading">
      <h2 id="address-heading" ref={heading} tabIndex={-1}>
        Адрес файла
      </h2>
      {first.problem !== null && <Alert onDismiss={first.dismiss}>{first.problem}</Alert>}
      {address !== null && (
        <div className="grid gap-8">
          <p role="status">
            <strong>Адрес показан один раз: скопируйте его сейчас.</strong> Кто его знает, тот читает цены.
          </p>
          <code className="code-box">{address}</code>
          <div className="panel-actions">
            <CopyButton text={address} label="Скопировать адрес" />
          </div>
        </div>
      )}
      {address === null && (
        <p className="panel-words">
          {hasAddress
            ? 'Адрес есть и действует. Сам он больше не показывается.'
            : 'Адреса ещё нет: без него файл никто не заберёт.'}
          {!own &&
            ` Создать и отозвать адрес может ${owner === '' ? 'администратор' : `${owner} или администратор`}.`}
        </p>
      )}
      {own && (
        <div className="panel-actions">
          {hasAddress ? (
            <>
              <Button onClick={() => setAsked('replace')}>Новый адрес</Button>
              <Button onClick={() => setAsked('revoke')}>Отозвать адрес</Button>
            </>
          ) : (
            <Button blocked={first.busy} onClick={() => void first.run(make)}>
              <CabinetIcon name="link" />
              Создать адрес
            </Button>
          )}
        </div>
      )}
      {asked !== null && (
        <AskDialog
          title={asked === 'replace' ? 'Создать новый адрес?' : 'Отозвать адрес?'}
          agree={asked === 'replace' ? 'Создать' : 'Отозвать'}
          act={asked === 'replace' ? make : revoke}
          onDone={() => setAsked(null)}
          onClose={() => setAsked(null)}
        >
          <p>
            Прежний адрес сразу перестанет действовать: кто забирал по нему файл, больше ничего не получит.
          </p>
        </AskDialog>
      )}
    </section>
  )
}

/** Number of requests that are displayed at first. */
const FIRST = 10

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: 'забрали файл',
  304: 'файл не менялся',
  404: 'ещё не было публикаций',
  499: 'оборвали на полпути',
}

/** List of the requests of the file. */
export function FetchesSection({ fetches }: { fetches: readonly FeedFetch[] }) {
  const [all, setAll] = useState(false)
  return (
    <section className="data-panel" aria-labelledby="fetches-heading">
      <header className="outlet-section-head">
        <h2 id="fetches-heading">Кто забирал</h2>
      </header>
      {fetches.length === 0 ? (
        <p className="outlet-section-foot panel-words">Пока никто.</p>
      ) : (
        <DataTable
          long
          className="fetches-table"
          aria-labelledby="fetches-heading"
          columns={['Когда', 'Что', 'Размер', 'Откуда']}
        >
          {fetches.slice(0, all ? undefined : FIRST).map((fetched, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: requests have no id, and rows have no state
            <tr key={index}>
              <th scope="row">{formatMoment(fetched.at)}</th>
              <td>{STATUS_WORDS[fetched.status] ?? `ответ ${fetched.status}`}</td>
              <td>{fetched.bytes > 0 && formatSize(fetched.bytes)}</td>
              <td>
                {fetched.network}
                <span className="block text-13 font-normal text-muted wrap-anywhere">{fetched.agent}</span>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {!all && fetches.length > FIRST && (
        <div className="outlet-section-foot">
          <Button variant="quiet" onClick={() => setAll(true)}>
            Показать все {fetches.length}
          </Button>
        </div>
      )}
    </section>
  )
}
