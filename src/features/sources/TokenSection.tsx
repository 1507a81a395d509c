import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Source } from '../../../contract/sources/source.ts'
import { SOURCE_CALLS } from '../../../contract/sources/source-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { AskDialog } from '../cabinet/AskDialog.tsx'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { CopyButton } from '../cabinet/CopyButton.tsx'
import { everySource, exchangeAddress, pushAddress } from './source-queries.ts'
import { KINDS } from './wizard/kinds/kind-modules.tsx'

/** Section for the token with which a supplier or a program sends price lists. A new token is displayed only once. */
export function TokenSection({ source: { id, kind, has_token: hasToken } }: { source: Source }) {
  const queries = useQueryClient()
  const [token, setToken] = useState<string | null>(null)
  const [asked, setAsked] = useState<'replace' | 'remove' | null>(null)
  const heading = useId()
  const make = async () => {
    setToken((await call(SOURCE_CALLS.createToken, { id })).token)
    await queries.invalidateQueries(everySource)
  }
  const remove = async () => {
    await call(SOURCE_CALLS.removeToken, { id })
    setToken(null)
    await queries.invalidateQueries(everySource)
  }
  const first = useAction()
  const command = `curl -T prices.csv -H "Authorization: Bearer ${token ?? ''}" ${pushAddress(id)}`
  return (
    <section className="panel" aria-labelledby={heading}>
      <h2 id={heading}>Пусть поставщик присылает сам</h2>
      <p className="panel-words">
        С ключом поставщик или программа присылает прайс-лист одной командой, без входа в систему. Больше ключ
        ничего не открывает.
      </p>
      {first.problem !== null && <Alert onDismiss={first.dismiss}>{first.problem}</Alert>}
      {token !== null && (
        <div className="grid gap-8">
          <p role="status">
            <strong>Ключ показан один раз: скопируйте команду сейчас.</strong> Вместо prices.csv поставьте имя
            своего файла.
          </p>
          <code className="code-box token-command">{command}</code>
          <div className="panel-actions">
            <CopyButton text={command} label="Скопировать команду" />
            <CopyButton text={token} label="Только ключ" />
          </div>
          {!KINDS[kind].verb && <ExchangeValues id={id} token={token} />}
        </div>
      )}
      {hasToken && token === null && (
        <p className="panel-words">Ключ есть и действует. Сам он больше не показывается.</p>
      )}
      <div className="panel-actions">
        {hasToken ? (
          <>
            <Button onClick={() => setAsked('replace')}>Новый ключ</Button>
            <Button onClick={() => setAsked('remove')}>Удалить ключ</Button>
          </>
        ) : (
          <Button blocked={first.busy} onClick={() => void first.run(make)}>
            <CabinetIcon name="key" />
            Создать ключ
          </Button>
        )}
      </div>
      {asked !== null && (
        <AskDialog
          title={asked === 'replace' ? 'Создать новый ключ?' : 'Удалить ключ?'}
          agree={asked === 'replace' ? 'Создать' : 'Удалить'}
          act={asked === 'replace' ? make : remove}
          onDone={() => setAsked(null)}
          onClose={() => setAsked(null)}
        >
          <p>Прежний ключ сразу перестанет действовать, и кто им пользовался, больше ничего не пришлёт.</p>
        </AskDialog>
      )}
    </section>
  )
}

/** Folded part with the values that 1C asks for to exchange with a source as with a site. */
function ExchangeValues({ id, token }: { id: string; token: string }) {
  const values = [
    ['Адрес сайта', exchangeAddress(id)],
    ['Пользователь', '1c'],
    ['Пароль', token],
  ] as const
  return (
    <details className="disclosure exchange">
      <summary>Обмен с 1С</summary>
      <p className="panel-words">
        1С пришлёт цены и остатки сама, без программиста. Откройте в ней «Администрирование» → «Обмен с
        сайтом», создайте обмен с выгрузкой товаров и впишите эти три значения. Первый раз выгрузите все
        товары, потом хватит изменений. Заказы выгружать не нужно.
      </p>
      <dl className="exchange-values">
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code className="code-box">{value}</code>
              <CopyButton text={value} label={`Скопировать: ${name}`} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
