import type { Synonyms } from './meaning.ts'
import { OFFER_NAMES } from './offer-names.ts'
import { TYRE_NAMES } from './tyre-names.ts'

/** Names of columns that a mapping does not use. */
const OTHER_NAMES = {
  other: {
    1: `
      вес, масс*, объем*, фото*, картинк*, изображен*, ссылк*, старая цен*, стар* цен*, прежн* цен*,
      валют*, ставк* ндс, кратност*, мин* парти*, минимальн* парти*, дата*, страна*, стран* производ*,
      резерв*, в пут*, транзит*, ожида*, под заказ, срок*, доставк*, комментар*, примечан*, гарант*,
      слойност*, норм* слойн*, омологац*, runflat, ранфлет, камерност*, guid, uuid, порядков* номер,
      един* изм*, ед изм*, ваш заказ, код тн вэд, тн вэд, рейтинг, отзыв*, сумм* заказ*,
      себест доставк*, шум*, сцеплен*, топлив*, платеж*, рассрочк*, в месяц, телефон*, volume, photo,
      picture, pictures, image, images, img, url, link, href, old price, oldprice, price old,
      previous price, currency, currency id, vat rate, min order, min qty, min quantity, moq, dot,
      production year, date, country, country of origin, reserve*, transit, in transit, expected,
      delivery, delivery time, comment*, warranty, ply, ply rating, studded, homologation, run flat,
      extra load, group id, parent id, created, updated, updated at, modified, noise, fuel, wet grip,
      rolling resistance, review*, phone, margin, markup, thumbnail, video, sales notes, pickup,
      manufacturer warranty, brand id, model id, slug, hs code, customs code, purchase date, image url,
      product url, runflat type`,
    0.95: `
      цен* без скидк*, к заказ*, шипован*, номер пп, заказ, наценк*, weight, year, stud*, spike*, xl,
      reinforced, category id, type prefix`,
    0.9: `
      штрих*, штрихкод*, штрих код*, баркод, скидк*, ндс, шип*, шиповк*, усилен*, камер*, конструкц*,
      пп, цвет, упаковк*, тариф*, эффективност*, индекс* пр, процент*, внутренн* код*, ean, gtin,
      barcode, bar code, upc, discount, vat, note*, status, order, wet, grip, label class, color,
      condition, percent*, nds`,
    0.85: 'распродаж*, уценк*',
    0.8: 'ед, акци*, поставщик*, внешн* код*, pack, offer id, supplier, store id, max price, row',
    0.75: 'id',
    0.7: 'ид, pr, выставлен*, rating, min price',
    0.6: 'n, товарн* групп*, line, no',
    0.3: 'index',
  },
} satisfies Synonyms

/** Column names of every meaning. */
export const SYNONYMS: Readonly<Required<Synonyms>> = { ...TYRE_NAMES, ...OFFER_NAMES, ...OTHER_NAMES }
