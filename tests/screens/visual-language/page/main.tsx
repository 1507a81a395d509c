// Before the components: it declares the order of the layers.
import '../../../../src/ui/styles.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { ActionMenu } from '../../../../src/ui/ActionMenu.tsx'
import { Alert } from '../../../../src/ui/Alert.tsx'
import { Badge } from '../../../../src/ui/Badge.tsx'
import { Button } from '../../../../src/ui/Button.tsx'
import { Choice } from '../../../../src/ui/Choice.tsx'
import { Icon } from '../../../../src/ui/Icon.tsx'
import { KeyCaps } from '../../../../src/ui/KeyCaps.tsx'
import { Loading } from '../../../../src/ui/Loading.tsx'
import { PasswordField } from '../../../../src/ui/PasswordField.tsx'
import { ProgressLine } from '../../../../src/ui/ProgressLine.tsx'
import { SavedNote } from '../../../../src/ui/SavedNote.tsx'
import '../../../../src/features/grid/grid.css'
import sheet from '../../../../src/ui/tokens.css?raw'
import type { Story } from '../document.ts'
import './page.css'

/** Page with the components and their states, from which docs/visual-language.md takes its pictures. */

const nothing = () => undefined

function Section({ story, children }: { story: Story; children: ReactNode }) {
  return (
    <section className="story" data-story={story}>
      {children}
    </section>
  )
}

const COLOURS = [...sheet.matchAll(/--([\w-]+): light-dark\(#/g)].map(([, name]) => name)

const SIZES = [
  [22, 'Заголовок страницы'],
  [18, 'Заголовок раздела'],
  [17, '12 480'],
  [16, 'Текст и кнопки'],
  [14, 'Второстепенный текст'],
  [13, 'Строка таблицы, подпись поля'],
  [12, 'Подсказка, шапка таблицы'],
] as const

const LAYOUTS = [
  { value: 'table', name: 'Таблица' },
  { value: 'market', name: 'Рынок' },
  { value: 'list', name: 'Список' },
] as const

/** Prices of a table's rows: the own one, place, deviation and a competitor's price. */
const ROWS = [
  ['205/55R16 91T Arktika Polar 3', '5 320', '3 из 9', '+4,2', '4 900'],
  ['205/55R16 94T XL Arktika Grip', '6 040', '1 из 7', '−2,8', '6 180'],
  ['215/60R17 96H Baikal Line', '11 780', '5 из 5', '+10,6', '10 650'],
] as const
const HEADS = ['Шина', 'Наша цена, ₽', 'Место', 'Отклонение, %', 'b.ru'] as const

function Stories() {
  return (
    <>
      <Section story="type">
        {SIZES.map(([size, text]) => (
          <p key={size} className="story-line">
            <small>--font-{size}</small>
            <span style={{ fontSize: `var(--font-${size})`, fontWeight: size > 16 ? 600 : 400 }}>{text}</span>
          </p>
        ))}
      </Section>
      <Section story="colours">
        <ul className="story-colours">
          {COLOURS.map((name) => (
            <li key={name}>
              <i style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Section>
      <Section story="buttons">
        <div className="story-row">
          <Button variant="primary">Применить</Button>
          <Button>Скачать эту таблицу</Button>
          <Button variant="quiet">Сбросить фильтры</Button>
          <ActionMenu label="Действия" icon="⋯" actions={[]} onChoose={nothing} />
          <Badge value={157} max={99} />
          <KeyCaps keys="gr" />
        </div>
        <div className="story-row">
          <Button variant="primary" blocked>
            Применить
          </Button>
          <Button blocked>Скачать</Button>
          <Button variant="quiet" blocked>
            Сбросить
          </Button>
          <Button className="story-focus">В фокусе</Button>
        </div>
        <Choice label="Вид" options={LAYOUTS} value="market" onChange={nothing} />
      </Section>
      <Section story="fields">
        <div className="story-fields">
          <label className="field">
            <span className="field-label">Бренд</span>
            <select className="input">
              <option>Все</option>
            </select>
          </label>
          <label className="field">
            <span className="field-label">Цена</span>
            <input className="input" disabled defaultValue="Розничная" />
          </label>
          <label className="field">
            <span className="field-label">Поиск</span>
            <input className="input" placeholder="Шина, артикул, город" />
          </label>
          <PasswordField hint="Не меньше 8 знаков" />
          <PasswordField problem="Неверный пароль" />
        </div>
      </Section>
      <Section story="messages">
        <Alert>Нет связи с сервером.</Alert>
        <Alert tone="warning" onDismiss={nothing}>
          Цены brinex.ru старше двух дней.
        </Alert>
        <Alert tone="success">В файле 2 340 шин.</Alert>
        <Alert tone="info" action={<Button variant="quiet">Показать</Button>}>
          Есть цены за сегодня.
        </Alert>
        <ProgressLine
          words="Страница 12 из 40"
          done={12}
          total={40}
          onCancel={nothing}
          onFocusLost={nothing}
        />
        <SavedNote savedAt="2026-04-18T08:30:00+07:00" />
        <Loading />
      </Section>
      <Section story="surfaces">
        <div className="action-menu">
          <div className="popup story-popup">
            <button type="button" className="popup-item">
              Переименовать
            </button>
            <button type="button" className="popup-item">
              Удалить
            </button>
          </div>
        </div>
        <dialog open className="dialog story-dialog" aria-label="Удалить вид?">
          <h2>Удалить вид?</h2>
          <div className="dialog-body">«Зимние R16» исчезнет с главной страницы.</div>
          <div className="dialog-actions">
            <Button>Оставить</Button>
            <Button variant="primary">Удалить</Button>
          </div>
        </dialog>
        <button type="button" className="icon-button" aria-label="Закрыть">
          <Icon name="close" />
        </button>
      </Section>
      <Section story="table">
        <table className="story-table">
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([name, own, place, deviation, rival]) => (
              <tr key={name}>
                <td>{name}</td>
                <td>
                  <b>{own}</b>
                </td>
                <td>{place}</td>
                <td className={deviation.startsWith('+') ? 'grid-rise' : 'grid-fall'}>{deviation}</td>
                <td>{rival}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<Stories />)
