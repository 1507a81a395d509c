/** Fictional CommerceML documents as 1C exports them: one with goods, another with their prices and stock. */
const document = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<КоммерческаяИнформация ВерсияСхемы="2.08">${content}</КоммерческаяИнформация>`

const named = (element: string, id: string, name: string, more = '') =>
  `<${element}><Ид>${id}</Ид><Наименование>${name}</Наименование>${more}</${element}>`

export interface Goods {
  id: string
  article: string
  name: string
  width: string
  /** prices by id of the price type */
  prices: Readonly<Record<string, number>>
  /** stock by id of the warehouse */
  stocks: Readonly<Record<string, number>>
}

const SEASON = '<Справочник><ИдЗначения>v-w</ИдЗначения><Значение>Зимняя</Значение></Справочник>'

/** Builds the document with goods: each has a property, a property from a dictionary, a manufacturer and a group. */
export const importXml = (goods: readonly Goods[]): string =>
  document(
    `<Классификатор><Группы>${named('Группа', 'g1', 'Шины', `<Группы>${named('Группа', 'g2', 'Легковые шины')}</Группы>`)}</Группы>` +
      `<Свойства>${named('Свойство', 'p-w', 'Ширина профиля')}${named('Свойство', 'p-s', 'Сезонность', `<ВариантыЗначений>${SEASON}</ВариантыЗначений>`)}</Свойства></Классификатор>` +
      `<Каталог><Товары>${goods
        .map(({ id, article, name, width }) =>
          named(
            'Товар',
            id,
            name,
            `<Артикул>${article}</Артикул><Описание>${'слова '.repeat(200)}</Описание>` +
              `<Изготовитель><Ид>m</Ид><Наименование>Cordiant</Наименование></Изготовитель><Группы><Ид>g2</Ид></Группы>` +
              `<ЗначенияСвойств><ЗначенияСвойства><Ид>p-w</Ид><Значение>${width}</Значение></ЗначенияСвойства>` +
              `<ЗначенияСвойства><Ид>p-s</Ид><Значение>v-w</Значение></ЗначенияСвойства></ЗначенияСвойств>`,
          ),
        )
        .join('')}</Товары></Каталог>`,
  )

/**
 * Builds the document with offers.
 * @param types names of price types by id
 */
export const offersXml = (
  goods: readonly Goods[],
  types: Readonly<Record<string, string>>,
  warehouses: Readonly<Record<string, string>> = {},
): string =>
  document(
    `<ПакетПредложений><ТипыЦен>${Object.entries(types)
      .map(([id, name]) => named('ТипЦены', id, name, '<Валюта>руб</Валюта>'))
      .join('')}</ТипыЦен><Склады>${Object.entries(warehouses)
      .map(([id, name]) => named('Склад', id, name))
      .join('')}</Склады><Предложения>${goods.map(offer).join('')}</Предложения></ПакетПредложений>`,
  )

function offer({ id, name, prices, stocks }: Goods): string {
  const priced = Object.entries(prices).map(
    ([type, price]) =>
      `<Цена><ИдТипаЦены>${type}</ИдТипаЦены><ЦенаЗаЕдиницу>${price}</ЦенаЗаЕдиницу><Единица>шт</Единица></Цена>`,
  )
  const stocked = Object.entries(stocks).map(
    ([warehouse, count]) => `<Склад ИдСклада="${warehouse}" КоличествоНаСкладе="${count}"/>`,
  )
  return named('Предложение', id, name, `<Цены>${priced.join('')}</Цены>${stocked.join('')}`)
}

/** Marks a document as one of changes only, as 1C does after the first whole export. */
export const changesOnly = (xml: string): string =>
  xml.replace(/<(Каталог|ПакетПредложений)>/, '<$1 СодержитТолькоИзменения="true">')
