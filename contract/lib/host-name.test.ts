import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostName, isDaikon } from './host-name.ts'

describe('specification 7.12: site keys are shown as host names without a www prefix', () => {
  it.each([
    ['https://4tochki.ru', '4tochki.ru'],
    ['https://www.4tochki.ru', '4tochki.ru'],
    ['http://www.4tochki.ru/', '4tochki.ru'],
    ['https://www.4tochki.ru/catalog/tyres?city=1#top', '4tochki.ru'],
    ['https://4tochki.ru?city=1', '4tochki.ru'],
    ['HTTPS://WWW.4Tochki.RU', '4tochki.ru'],
    ['//www.4tochki.ru/x', '4tochki.ru'],
    ['www.4tochki.ru', '4tochki.ru'],
    ['4tochki.ru/catalog', '4tochki.ru'],
    ['  https://4tochki.ru  ', '4tochki.ru'],
    ['https://user:secret@4tochki.ru/x', '4tochki.ru'],
    ['https://www.4tochki.ru:8443/x', '4tochki.ru'],
    ['4tochki.ru:443', '4tochki.ru'],
    ['https://spb.koleso.ru', 'spb.koleso.ru'],
    ['https://www2.koleso.ru', 'www2.koleso.ru'],
    ['https://дайкон.рф/шины', 'дайкон.рф'],
  ])('%j is shown as %j', (site, shown) => {
    expect(hostName(site)).toBe(shown)
  })

  it.each(['Шинный двор', 'Колесо/Юг', 'Склад №1: Север', 'Vianor'])(
    'leaves the name %j, which is no host, as it is',
    (name) => {
      expect(hostName(name)).toBe(name)
    },
  )

  it.each(['https://', 'www.', '//'])('keeps %j rather than making the name empty', (site) => {
    expect(hostName(site)).toBe(site)
  })

  it('gives the same name for every spelling of a host', () => {
    const host = fc.domain().filter((name) => !/^www\./i.test(name))
    const scheme = fc.constantFrom('', 'http://', 'https://', '//')
    const rest = fc.constantFrom('', '/', '/a/b', '?x=1', '#y', ':8080')
    fc.assert(
      fc.property(host, scheme, fc.constantFrom('', 'www.', 'WWW.'), rest, (name, start, www, end) => {
        expect(hostName(`${start}${www}${name}${end}`)).toBe(name.toLowerCase())
      }),
    )
  })

  it('is idempotent for any key', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.domain()), (site) => {
        expect(hostName(hostName(site))).toBe(hostName(site))
      }),
    )
  })
})

describe('specification 7.12: forms of the token for daikon', () => {
  it.each([
    'daikon.ru',
    'daykon.ru',
    'DaiKon.su',
    'shop.daykon-shina.ru',
    'dajkon.ru',
    'daicon.ru',
    'deikon.ru',
    'Дайкон',
    'ДАЙКОН-ШИНА',
    'даикон.рф',
    'дейкон',
    'дэйкон',
  ])('knows %s as own', (site) => {
    expect(isDaikon(site)).toBe(true)
  })

  it.each(['4tochki.ru', 'daily-shina.ru', 'dakon.ru', 'икон.рф', 'Даков', ''])(
    'does not accept %j as the own site',
    (site) => {
      expect(isDaikon(site)).toBe(false)
    },
  )
})
