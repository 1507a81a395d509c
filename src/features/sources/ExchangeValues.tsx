import { CopyButton } from '../cabinet/CopyButton.tsx'
import { exchangeAddress } from './source-queries.ts'

/** Folded part with the values that 1C asks for to exchange with a source as with a site. */
export function ExchangeValues({ id, token }: { id: string; token: string }) {
  const values = [
    ['Адрес сайта', exchangeAddress(id)],
    ['Пользователь', '1c'],
    ['Пароль', token],
  ] as const
  return (
    <details className="exchange">
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
              <code className="token-command">{value}</code>
              <CopyButton text={value} label={`Скопировать: ${name}`} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
