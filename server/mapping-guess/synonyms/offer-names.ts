import type { Synonyms } from './meaning.ts'

/** Names of columns with the location, the prices and the stock of an offer; `price` is a price of unknown kind. */
export const OFFER_NAMES = {
  city: {
    1: 'город*, населенн* пункт*, city, місто, қала, city name, город* склад*, warehouse city, store city',
    0.95: 'town, stadt',
    0.85: 'регион*, region',
    0.8: 'местоположен*',
    0.75: 'location',
    0.7: 'филиал*',
    0.65: 'branch',
    0.6: 'place',
    0.4: 'area',
  },
  warehouse: {
    1: `
      названи* склад*, наименован* склад*, место хранен*, warehouse name, store name, depot name,
      stock name, sklad name`,
    0.97: 'warehouse',
    0.95: 'торгов* точк*, склад* отгрузк*, shop name, wh name, қойма',
    0.9: `
      склад*, магазин*, точк* выдач*, точк* продаж*, пункт* выдач*, место отгрузк*, depot,
      stock location, stock point, supplier warehouse`,
    0.85: 'код* склад*, store, shop, warehouse code, outlet, location name',
    0.8: 'подразделен*, wh, lager',
    0.75: 'филиал*',
    0.7: 'terminal',
    0.6: 'warehouse id, адрес*, salon',
    0.55: 'address',
  },
  retail: {
    1: 'розничн* цен*, цен* розн*, retail, retail price, price retail',
    0.98: 'розниц*, розн*, rozn*',
    0.97: 'роздр*',
    0.95: `
      рекомендованн* розничн* цен*, рек розн*, рекоменд* розн*, бөлшек, rrp, msrp,
      recommended retail price, b2c price, rozniza, акционн* цен*`,
    0.93: 'ррц, rrc, price rrc',
    0.9: `
      рекомендованн* цен*, рекомендованн*, rrz, recommended price, b2c, consumer price, public price,
      price public, базов* розн*, цен* со скидк*, цен* по акци*, discount price, promo price`,
    0.88: 'минимальн* розничн* цен*, мин розн* цен*',
    0.85: `
      цен* на сайт*, мрц, интернет цен*, цен* интернет*, mrc, list price, site price, shop price,
      price site, internet price, цен* скидк*, special price`,
    0.8: `
      цен* продаж*, цен* сайт*, миц, минимальн* интернет цен*, цен* покупател*, цен* для клиент*,
      store price, selling price, sell price, map price, end price`,
    0.75: 'цен* магазин*, mic, customer price, gross price',
    0.7: 'sale price',
    0.6: 'моц',
  },
  opt: {
    1: 'оптов* цен*, цен* опт*, опт, wholesale, wholesale price, price wholesale, opt, opt price, price opt',
    0.97: 'опт*, дилерск* цен*, цен* b2b, b2b price, dealer price',
    0.95: `
      цен* дилер*, партнерск* цен*, көтерме, цен* для дилер*, partner price, your price, trade price,
      reseller price, price dealer`,
    0.93: `
      ваш* цен*, цен* для вас, цен* партнер*, b2b, отпускн* цен*, net price, my price,
      distributor price, price net`,
    0.9: `
      дилер*, моя цен*, мои цен*, индивидуальн* цен*, цен* контрагент*, цен* договор*, договорн* цен*,
      цен* по договор*, гурт*, dealer, bulk price, contract price, personal price`,
    0.85: 'мелк* опт*, мелкооптов*, client price',
    0.8: 'крупн* опт*, цен* поставк*, net, net cost, netto',
  },
  cost: {
    1: `
      себестоимост*, закупочн* цен*, цен* закуп*, собівартіст*, закупівел*, cost price, price cost,
      purchase price, purchasing price, prime cost, price purchase, landed cost`,
    0.98: 'закуп*, закупк*, zakup*',
    0.97: 'входн* цен*, цен* входн*, cost, buy price, buying price',
    0.93: 'приходн* цен*, purchase',
    0.9: `
      цен* приход*, учетн* цен*, цен* поставщик*, цен* прихода, supplier price, input price, cost net,
      incoming price`,
    0.8: 'in price',
    0.7: 'вход*',
  },
  price: {
    1: 'цен*, цен* руб*, ціна, price, price rub, price value, price rur, cena',
    0.97: `
      стоимост*, цен* с ндс, цен* за шт*, цен* за шину, бағасы, баға, unit price, current price,
      price with vat, preis, prix`,
    0.95: `
      цен* за единиц*, цен* прайс*, текущ* цен*, price vat, actual price, price kzt, price uah,
      main price`,
    0.93: 'final price',
    0.9: 'прайс, базов* цен*, цен* базов*, нов* цен*, prices, base price, new price',
    0.8: 'цен* без ндс, price without vat',
    0.7: 'цен* комплект*, amount rub, rub, руб, price usd, стоит',
    0.6: 'цен* акци*',
    0.5: 'сумма',
    0.3: 'value',
  },
  stock: {
    1: `
      остат*, остат* на склад*, свободн* остат*, количеств* на склад*, наличи* на склад*, остат* шт*,
      залишок*, залишк*, свободн* остат* на склад*, кол во на склад*, ostatok, stock qty,
      stock quantity, quantity in stock, available qty, available quantity, free stock, stock level,
      stock count, stock amount, free qty, stock available, count in stock, stock status, is in stock,
      is available, availability status, статус наличи*`,
    0.97: 'қалдық, qty, quantity, on hand',
    0.95: `
      кол во, колич*, наличи*, в наличии, кол на склад*, кільк*, наявн*, склад* остат*, кол во шт*,
      stock, rest, rests, in stock, instock, store amount, store qty, nalichie, bestand, quantite,
      leftover*, onhand`,
    0.9: `
      свободно, кол, доступно к заказ*, есть в наличи*, на склад*, общ* остат*, balance, inventory,
      total stock, remain*, total rest, product count`,
    0.88: 'count',
    0.85: 'доступн*, кво, soh',
    0.8: 'саны, amount, availability',
    0.78: 'available',
    0.75: 'штук, pcs, pieces',
    0.7: 'шт',
    0.6: 'всего, итого, units',
    0.4: 'num',
  },
} satisfies Synonyms
